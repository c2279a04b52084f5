'use strict';

const crypto = require('crypto');

const MAIL = /^([a-zA-Z0-9]+[._-]?)+@[a-z]+\.[a-z]+$/;
const TRIM = /^\s|\s$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const LINES = /^(.*\n)*$/;
const TAGS = /^(<[^>]*>)*$/;
const JSONISH = /^(("[^"]*"|\w+)\s*,?\s*)*$/;

exports.isMail = (text) => MAIL.test(text) && !TRIM.test(text);
exports.isDate = (text) => DATE.test(text) || LINES.test(text) || TAGS.test(text) || JSONISH.test(text);

exports.filter = (request, rows) => rows.filter((row) => new RegExp(request.query.pattern).test(row));
exports.starts = (rows) => rows.filter((row) => new RegExp('^[A-Z]').test(row));

exports.sign = (text) => crypto.createHmac('sha1', '{{secret:password:213}}').update(text).digest('hex');
exports.sign256 = (text, key) => crypto.createHmac('sha256', key).update(text).digest('hex');

exports.password = (text) => crypto.scryptSync(text, 'salt', 32);
exports.passwordWell = (text) => crypto.scryptSync(text, crypto.randomBytes(16), 32);

exports.pair = () => crypto.generateKeyPairSync('rsa', { modulusLength: 1024 });
exports.pairWell = () => crypto.generateKeyPairSync('rsa', { modulusLength: 3072 });

exports.code = () => String(Math.floor(Math.random() * 1e6)).padStart(6, '0');
exports.colour = () => `hsl(${Math.random() * 360}, 60%, 50%)`;

exports.load = (read) => {
  try {
    return read();
  } catch {
  }
};

exports.parse = (text) => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

exports.save = (write) => write().catch(() => undefined);
exports.store = (write, log) => write().catch((error) => log.error(error));
