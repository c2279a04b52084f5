'use strict';

const mysql = require('mysql2/promise');

module.exports = mysql.createPool({
  host: process.env.DB_HOST,
  user: 'parcels',
  password: '{{secret:password:8}}',
  database: 'parcels',
});

module.exports.readOnly = mysql.createPool({
  host: process.env.DB_HOST,
  user: 'reader',
  password: process.env.DB_PASSWORD,
  database: 'parcels',
});
