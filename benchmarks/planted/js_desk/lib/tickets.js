'use strict';

const { MongoClient, ObjectId } = require('mongodb');
const { execSync, spawnSync } = require('child_process');
const Koa = require('koa');
const ejs = require('ejs');
const handlebars = require('handlebars');
const pug = require('pug');
const _ = require('lodash');
const got = require('got');
const tar = require('tar');
const unzipper = require('unzipper');
const path = require('path');
const fs = require('fs');
const ldap = require('ldapjs');

const client = new MongoClient('mongodb://desk:{{secret:password:212}}@db.example.com/desk');
const LEVELS = Object.freeze({ low: 1, high: 3 });
const TOOL = 'git';

exports.find = (query) => client.db().collection('tickets').find({ $where: `this.owner == '${query.owner}'` });

exports.open = (id) => client.db().collection('tickets').findOne({ _id: new ObjectId(id) });

exports.level = (name) => client.db().collection('tickets').find({ level: LEVELS[name] });

exports.render = (request) => ejs.render(request.body.template, { user: request.user });

exports.mail = (user) => ejs.render('Dear <%= user.name %>', { user });

exports.note = (context) => handlebars.compile(context.request.body.note)({});

exports.page = (name) => pug.renderFile('views/page.pug', { name });

exports.merge = (settings, body) => _.merge(settings, JSON.parse(body));

exports.assign = (body) => ({ level: 1, ...JSON.parse(body) });

exports.blame = (file) => {
  const command = [TOOL, 'blame', file].join(' ');
  return execSync(command).toString();
};

exports.log = () => {
  const command = `${TOOL} log -1`;
  return execSync(command).toString();
};

exports.diff = (file) => spawnSync(TOOL, ['diff', '--', file]).stdout;

exports.search = (word) => {
  const quoted = word.replace(/"/g, '');
  return execSync('grep -r "' + quoted + '" tickets').toString();
};

exports.fetch = async (context) => {
  const { url } = context.query;
  const { body } = await got(url);
  context.body = body;
};

exports.avatar = async (context) => {
  const url = new URL(`/u/${context.params.id}`, 'https://avatars.example.com');
  context.body = await got(url).buffer();
};

exports.restore = (archive) => tar.x({ file: archive, cwd: 'tickets', preservePaths: true });

exports.restoreSafely = (archive) => tar.x({ file: archive, cwd: 'tickets' });

exports.unzip = (archive) =>
  fs.createReadStream(archive).pipe(unzipper.Parse()).on('entry', (entry) => {
    entry.pipe(fs.createWriteStream(path.join('tickets', entry.path)));
  });

exports.person = (directory, name) =>
  directory.search('ou=people', { filter: `(uid=${name})` }, () => {});

exports.personSafely = (directory, name) =>
  directory.search('ou=people', { filter: new ldap.EqualityFilter({ attribute: 'uid', value: name }) }, () => {});

exports.delay = (code) => setTimeout(code, 100);

exports.later = (name) => setTimeout(`refresh('${name}')`, 100);

exports.soon = () => setTimeout(() => exports.log(), 100);
