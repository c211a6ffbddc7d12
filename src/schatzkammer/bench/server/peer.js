// One match of boardgame.io over four sockets.
const { io } = require('socket.io-client');
const { legal } = require('./peer_game');
let matches = 0;

class Peer {
  constructor(port) { this.url = `http://127.0.0.1:${port}/draft`; }
  async open() {
    this.sockets = [];
    for (let seat = 0; seat < 4; seat++) {
      const socket = io(this.url, { transports: ['websocket'], forceNew: true, reconnection: false });
      await new Promise((done, failed) => { socket.on('connect', done); socket.on('connect_error', failed); });
      socket.on('sync', (id, info) => this.got(seat, id, info.state));
      socket.on('update', (id, state) => this.got(seat, id, state));
      this.sockets.push(socket);
    }
    await this.fresh();
  }
  got(seat, id, state) {
    if (id !== this.id || state._stateID < this.want) return;
    this.have |= 1 << seat;
    this.state = state;
    if (this.have === 15 && this.done) { const done = this.done; this.done = null; done(); }
  }
  async fresh() {
    this.id = `m${process.pid}_${matches++}`;
    for (let seat = 0; seat < 4; seat++) { // one at a time: the first one creates the match
      this.have = 15 & ~(1 << seat);
      this.want = 0;
      const all = new Promise((done) => { this.done = done; });
      this.sockets[seat].emit('sync', this.id, String(seat), undefined, 4);
      await all;
    }
  }
  over() { return Boolean(this.state.ctx.gameover); }
  move() {
    const { G, ctx, _stateID } = this.state;
    const choices = legal(G);
    const [type, args] = choices[(Math.random() * choices.length) | 0];
    const playerID = ctx.currentPlayer;
    this.have = 0;
    this.want = _stateID + 1;
    const all = new Promise((done) => { this.done = done; });
    this.sockets[+playerID].emit('update', { type: 'MAKE_MOVE', payload: { type, args, playerID } }, _stateID, this.id, playerID);
    return all;
  }
  close() { this.sockets.forEach((socket) => socket.close()); }
}

module.exports = { Side: Peer };
