'use strict';

exports.words = (text) => text.split(/\s+/).filter(Boolean).length;
exports.lines = (text) => text.split('\n').length;
exports.language = process.env.TALLY_LANG || 'en';
