#!/usr/bin/env node
'use strict';

const fs = require('fs');
const { parseArgs } = require('util');
const count = require('./count');
const serve = require('./server');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { words: { type: 'boolean' }, port: { type: 'string', default: '4600' } },
});

if (positionals[0] === 'serve') {
  serve(Number(values.port));
} else {
  const text = fs.readFileSync(positionals[0], 'utf8');
  console.log(values.words ? count.words(text) : count.lines(text));
}
