'use strict';

const { Router } = require('express');
const axios = require('axios');
const db = require('../db');

const router = Router();
const COLUMNS = new Map([['date', 'created_at'], ['weight', 'weight']]);

router.get('/search', async (request, response) => {
  const [rows] = await db.query(`SELECT * FROM parcels WHERE receiver = '${request.query.name}'`);
  response.json(rows);
});

router.get('/:id', async (request, response) => {
  const sql = 'SELECT * FROM parcels WHERE id = ' + request.params.id;
  const [rows] = await db.query(sql);
  response.json(rows[0]);
});

router.get('/:id/events', async (request, response) => {
  const [rows] = await db.execute('SELECT * FROM events WHERE parcel = ?', [request.params.id]);
  response.json(rows);
});

router.get('/', async (request, response) => {
  const column = COLUMNS.get(request.query.sort) || 'created_at';
  const [rows] = await db.query(`SELECT * FROM parcels ORDER BY ${column} LIMIT 50`);
  response.json(rows);
});

router.post('/notify', async (request, response) => {
  const answer = await axios.post(request.body.callback, { state: 'delivered' });
  response.json({ status: answer.status });
});

router.get('/carriers/:carrier', async (request, response) => {
  const hosts = { dhl: 'https://dhl.example.com', ups: 'https://ups.example.com' };
  const answer = await axios.get(hosts[request.params.carrier] + '/status');
  response.json(answer.data);
});

router.get('/:id/page', (request, response) => {
  response.send('<h1>Parcel ' + request.params.id + '</h1>');
});

router.post('/filter', (request, response) => {
  const test = new Function('parcel', 'return ' + request.body.filter);
  response.json(test({ weight: 3 }));
});

router.post('/quote', (request, response) => {
  response.json({ price: eval('(' + request.body.formula + ')') });
});

const twice = new Function('x', 'return 2 * x');

router.get('/:id/redirect', (request, response) => {
  response.redirect(request.query.back);
});

module.exports = router;
module.exports.twice = twice;
