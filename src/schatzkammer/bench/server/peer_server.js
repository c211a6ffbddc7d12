// boardgame.io's server, on loopback only. Prints READY.
process.env.NODE_ENV = 'production';
const { Server, Origins } = require('boardgame.io/server');
const { make } = require('./peer_game');
const server = Server({ games: [make(true)], origins: [Origins.LOCALHOST] });
const listen = server.app.listen.bind(server.app);
server.app.listen = (port, done) => listen(port, '127.0.0.1', done); // the library would bind every interface
server.run({ port: +process.env.PORT, callback: () => console.log('READY') });
