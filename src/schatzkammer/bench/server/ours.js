// One table of our server over four sockets: four guests play random moves, of Ali Baba by default. With several ports,
// each of a worker, the sockets are spread over them.
const WebSocket = require('ws');

class Ours {
  constructor(ports, game = 'ali-baba') { this.urls = `${ports}`.split(',').map((port) => `http://127.0.0.1:${port}`); this.game = game; }
  async post(path, body, guest) {
    const headers = { 'content-type': 'application/json' };
    if (guest) { headers.cookie = guest.cookie; headers['x-csrf-token'] = guest.csrf; }
    const answer = await fetch(this.urls[0] + path, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return { cookie: (answer.headers.get('set-cookie') || '').split(';')[0], ...(await answer.json()) };
  }
  async open() {
    this.guests = [];
    for (let seat = 0; seat < 4; seat++) this.guests.push(await this.post('/api/me', { name: `Guest ${seat}` }));
    await this.fresh();
  }
  async fresh() {
    if (this.sockets) this.close();
    const terms = { game: this.game, players: 4 };
    const { id } = await this.post('/api/tables', { terms, bots: [] }, this.guests[0]);
    this.states = [];
    this.sockets = [];
    this.want = Infinity;
    for (let seat = 0; seat < 4; seat++) {
      const url = this.urls[seat % this.urls.length];
      const socket = new WebSocket(`${url.replace('http', 'ws')}/ws/tables/${id}`, {
        headers: { cookie: this.guests[seat].cookie }, perMessageDeflate: false,
      });
      this.sockets.push(socket);
      const first = new Promise((done, failed) => { socket.on('error', failed); this.first = done; });
      socket.on('message', (data) => this.got(seat, JSON.parse(data)));
      await first;
      if (seat > 0) await this.ask(seat, { t: 'sit', seat });
    }
    await this.ask(0, { t: 'start' });
  }
  // Sends a command; resolves when all connected sockets have received its effect.
  ask(seat, message) {
    this.have = 0;
    this.all = (1 << this.sockets.length) - 1;
    this.want = this.states[seat].version + 1;
    const all = new Promise((done) => { this.done = done; });
    this.sockets[seat].send(JSON.stringify({ ref: 1, ...message }));
    return all;
  }
  got(seat, message) {
    if (message.t === 'refused') throw new Error(message.sentence);
    if (message.t !== 'snapshot' && message.t !== 'update') return;
    message.table ??= this.states[seat].table;
    this.states[seat] = message;
    if (message.t === 'snapshot') this.first();
    if (message.version < this.want) return;
    this.have |= 1 << seat;
    if (this.have === this.all && this.done) { const done = this.done; this.done = null; done(); }
  }
  over() { return this.states[0].table.status === 'over'; }
  move() {
    const seat = this.states[0].view.to_act[0];
    const { version, legal } = this.states[seat];
    const { move } = legal.moves[(Math.random() * legal.moves.length) | 0];
    return this.ask(seat, { t: 'move', version, move });
  }
  close() { this.sockets.forEach((socket) => socket.close()); }
}

module.exports = { Side: Ours };
