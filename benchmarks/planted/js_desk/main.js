'use strict';

const { app, BrowserWindow, ipcMain, shell } = require('electron');
const path = require('path');
const { open } = require('./lib/tickets');

function createWindow() {
  const window = new BrowserWindow({
    width: 900,
    height: 700,
    webPreferences: {
      nodeIntegration: true,
      contextIsolation: false,
      webSecurity: false,
      preload: path.join(__dirname, 'preload.js'),
    },
  });
  window.loadURL('http://tickets.example.com/app');
}

function createHelp() {
  const window = new BrowserWindow({
    webPreferences: { nodeIntegration: false, contextIsolation: true, sandbox: true },
  });
  window.loadFile('help.html');
}

ipcMain.handle('open', (event, address) => shell.openExternal(address));
ipcMain.handle('help', () => shell.openExternal('https://help.example.com'));
ipcMain.handle('ticket', (event, id) => open(Number(id)));

app.on('certificate-error', (event, contents, url, error, certificate, callback) => {
  event.preventDefault();
  callback(true);
});

app.whenReady().then(createWindow);
module.exports = { createHelp };
