'use strict';

const http = require('http');
const count = require('./count');

module.exports = (port) =>
  http
    .createServer((request, response) => {
      let body = '';
      request.on('data', (part) => { body += part; });
      request.on('end', () => {
        response.setHeader('Content-Type', 'text/plain');
        response.end(String(count.words(body)));
      });
    })
    .listen(port, '127.0.0.1');
