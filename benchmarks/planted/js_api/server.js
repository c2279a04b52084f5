'use strict';

const express = require('express');
const session = require('express-session');
const cors = require('cors');
const parcels = require('./routes/parcels');
const labels = require('./routes/labels');
const users = require('./routes/users');

const app = express();

app.use(express.json());
app.use(session({
  secret: '{{secret:password:7}}',
  resave: false,
  saveUninitialized: false,
  cookie: { secure: false, httpOnly: false },
}));
app.use('/public', cors());
app.use('/account', cors({ origin: true, credentials: true }));
app.use('/api', cors({ origin: ['https://parcels.example.com'], credentials: true }));
app.use('/parcels', parcels);
app.use('/labels', labels);
app.use('/users', users);

app.use((error, request, response, next) => {
  response.status(500).send(error.stack);
});

process.on('uncaughtException', () => {});

app.listen(process.env.PORT || 3000);
