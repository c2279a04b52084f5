'use strict';

const { exec, execFile, execSync } = require('child_process');
const fs = require('fs');
const path = require('path');
const { Router } = require('express');
const serialize = require('node-serialize');
const libxmljs = require('libxmljs');

const router = Router();
const LABELS = path.resolve(__dirname, '../labels');

router.post('/print', (request, response) => {
  exec('lp -d ' + request.body.printer + ' label.pdf', (error) => response.json({ ok: !error }));
});

router.post('/render', (request, response) => {
  const out = execSync(`inkscape ${request.body.file} --export-type=pdf`);
  response.send(out);
});

router.post('/scale', (request, response) => {
  execFile('convert', [request.body.file, '-resize', '50%', 'small.png'], () => response.end());
});

router.get('/version', (request, response) => {
  response.send(execSync('git rev-parse HEAD'));
});

router.get('/file', (request, response) => {
  response.sendFile(path.join(LABELS, request.query.name), { dotfiles: 'allow', root: '/' });
});

router.get('/raw', (request, response) => {
  fs.readFile('./labels/' + request.query.name, (error, content) => response.send(content));
});

router.get('/checked', (request, response) => {
  const found = path.resolve(LABELS, path.basename(request.query.name));
  fs.readFile(found, (error, content) => response.send(content));
});

router.post('/draft', (request, response) => {
  const draft = serialize.unserialize(request.body.draft);
  response.json(draft);
});

router.post('/draft.json', (request, response) => {
  response.json(JSON.parse(request.body.draft));
});

router.post('/customs', (request, response) => {
  const form = libxmljs.parseXml(request.body.xml, { noent: true });
  response.json({ root: form.root().name() });
});

router.post('/invoice', (request, response) => {
  const form = libxmljs.parseXml(request.body.xml, { noent: false, nonet: true });
  response.json({ root: form.root().name() });
});

fs.writeFileSync('/tmp/labels.pid', String(process.pid));
fs.chmodSync(LABELS, 0o777);
fs.chmodSync(path.join(LABELS, 'queue'), 0o750);

module.exports = router;
