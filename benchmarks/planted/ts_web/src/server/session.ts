import { createCipheriv, createHash, pbkdf2Sync, randomBytes, randomUUID } from 'node:crypto';
import * as jwt from 'jsonwebtoken';
import type { Request, Response } from 'express';

const KEY: string = '{{secret:hex64:14}}';
const KEY_HEADER = 'x-api-key';
const TOKEN_KEY = 'clinic.session.token';

export function issue(user: string): string {
  return jwt.sign({ user }, KEY, { algorithm: 'HS256', expiresIn: '1h' });
}

export function read(token: string): string {
  return (jwt.verify(token, KEY, { ignoreExpiration: true }) as { user: string }).user;
}

export function isAdmin(request: Request): boolean {
  return request.headers['x-admin-token'] == process.env.ADMIN_TOKEN;
}

export function isJson(request: Request): boolean {
  return request.headers['content-type'] === 'application/json';
}

export function fingerprint(password: string): string {
  return createHash('sha1').update(password).digest('hex');
}

export function derive(password: string, salt: Buffer): Buffer {
  return pbkdf2Sync(password, salt, 600_000, 32, 'sha256');
}

export function deriveOld(password: string): Buffer {
  return pbkdf2Sync(password, 'clinic', 10, 32, 'sha1');
}

export function seal(text: string, key: Buffer): string {
  const iv = Buffer.from('0000000000000000');
  return createCipheriv('aes-256-cbc', key, iv).update(text, 'utf8', 'hex');
}

export function sealWell(text: string, key: Buffer): string {
  return createCipheriv('aes-256-gcm', key, randomBytes(12)).update(text, 'utf8', 'hex');
}

export function sessionId(): string {
  return 's' + Math.floor(Math.random() * 1e16);
}

export function requestId(): string {
  return randomUUID();
}

export function start(response: Response, token: string): void {
  response.cookie('session', token, { httpOnly: false, sameSite: 'none' });
  response.setHeader('Access-Control-Allow-Origin', '*');
  response.setHeader('Cache-Control', 'no-store');
}

export async function audit(response: Response, work: () => Promise<void>): Promise<void> {
  await work().catch(() => {});
  response.end();
}

export async function audited(response: Response, work: () => Promise<void>): Promise<void> {
  await work().catch((error) => response.status(500).json({ error: String(error) }));
}

process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
