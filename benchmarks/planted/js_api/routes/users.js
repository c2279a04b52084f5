'use strict';

const crypto = require('crypto');
const https = require('https');
const { Router } = require('express');
const jwt = require('jsonwebtoken');

const router = Router();
const NAME = /^([a-z]+ ?)+$/i;
const ZIP = /^[0-9]{5}(-[0-9]{4})?$/;
const agent = new https.Agent({ rejectUnauthorized: false });
const strict = new https.Agent({ rejectUnauthorized: true, minVersion: 'TLSv1.2' });

function hashPassword(password) {
  return crypto.createHash('md5').update(password).digest('hex');
}

function etag(content) {
  return crypto.createHash('sha256').update(content).digest('base64');
}

function resetToken() {
  return Math.random().toString(36).slice(2);
}

function sessionToken() {
  return crypto.randomBytes(32).toString('hex');
}

function jitter() {
  return 100 + Math.random() * 50;
}

function seal(text, key) {
  const cipher = crypto.createCipheriv('aes-128-ecb', key, null);
  return cipher.update(text, 'utf8', 'hex') + cipher.final('hex');
}

function sealOld(text, key) {
  const cipher = crypto.createCipheriv('des-ede3-cbc', key, Buffer.alloc(8));
  return cipher.update(text, 'utf8', 'hex') + cipher.final('hex');
}

router.post('/login', (request, response) => {
  if (!NAME.test(request.body.name)) return response.status(400).end();
  console.log('login', request.body.name, request.body.password);
  const token = jwt.sign({ name: request.body.name }, '{{secret:password:9}}');
  response.cookie('token', token, { httpOnly: true, secure: true, sameSite: 'strict' }).end();
});

router.get('/me', (request, response) => {
  const claims = jwt.decode(request.headers.authorization);
  response.json(claims);
});

router.get('/me/orders', (request, response) => {
  const claims = jwt.verify(request.headers.authorization, process.env.JWT_KEY, { algorithms: ['HS256'] });
  response.json(claims);
});

router.get('/me/plain', (request, response) => {
  response.json(jwt.verify(request.query.token, process.env.JWT_KEY, { algorithms: ['HS256', 'none'] }));
});

router.post('/hook', (request, response) => {
  const signature = crypto.createHmac('sha256', process.env.HOOK_KEY).update(request.rawBody).digest('hex');
  if (signature === request.headers['x-signature']) response.end('ok');
  else response.status(403).end();
});

router.post('/hook2', (request, response) => {
  const signature = crypto.createHmac('sha256', process.env.HOOK_KEY).update(request.rawBody).digest();
  const ok = crypto.timingSafeEqual(signature, Buffer.from(request.headers['x-signature'], 'hex'));
  response.status(ok ? 200 : 403).end();
});

router.get('/avatar', async (request, response) => {
  try {
    response.send(await fetch(`https://avatars.example.com/u/${encodeURIComponent(request.query.id)}`));
  } catch (error) {}
});

router.get('/balance', async (request, response, next) => {
  try {
    response.json(await request.bank.balance());
  } catch (error) {
    next(error);
  }
});

router.get('/lang', (request, response) => {
  response.setHeader('X-Language', request.query.lang.replace(/[\r\n]/g, ''));
  response.writeHead(200, { 'Set-Cookie': 'lang=' + request.query.lang });
  response.end();
});

module.exports = { router, hashPassword, etag, resetToken, sessionToken, jitter, seal, sealOld, agent, strict };
