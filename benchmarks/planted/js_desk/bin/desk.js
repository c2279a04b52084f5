#!/usr/bin/env node
'use strict';

const fs = require('fs');
const { execFileSync } = require('child_process');

const [, , command, file] = process.argv;
if (command === 'show') {
  console.log(fs.readFileSync(file, 'utf8'));
} else if (command === 'edit') {
  execFileSync(process.env.EDITOR || 'vi', [file], { stdio: 'inherit' });
}
