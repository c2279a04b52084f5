import { exec, spawn } from 'node:child_process';
import { promises as fs } from 'node:fs';
import path from 'node:path';
import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { DataSource } from 'typeorm';
import * as yaml from 'js-yaml';
import vm from 'node:vm';

const FILES = '/srv/clinic/files';

@Controller('patients')
export class PatientsController {
  constructor(private readonly source: DataSource) {}

  @Get('search')
  async search(@Query('name') name: string) {
    return this.source.query(`SELECT id, name FROM patients WHERE name ILIKE '%${name}%'`);
  }

  @Get(':id')
  async show(@Param('id') id: string) {
    return this.source.query('SELECT id, name FROM patients WHERE id = $1', [id]);
  }

  @Get('by-doctor/:doctor')
  async byDoctor(@Param('doctor') doctor: string) {
    return this.source
      .createQueryBuilder()
      .select('p')
      .from('patients', 'p')
      .where("p.doctor = '" + doctor + "'")
      .getMany();
  }

  @Get('of-doctor/:doctor')
  async ofDoctor(@Param('doctor') doctor: string) {
    return this.source.createQueryBuilder().select('p').from('patients', 'p')
      .where('p.doctor = :doctor', { doctor })
      .getMany();
  }

  @Post('scan')
  async scan(@Body('file') file: string): Promise<void> {
    exec(`clamscan ${file}`);
  }

  @Post('convert')
  async convert(@Body('file') file: string): Promise<void> {
    spawn('pdftotext', [file, '-'], { shell: false });
  }

  @Post('archive')
  async archive(@Body('file') file: string): Promise<void> {
    spawn('tar', ['czf', 'out.tgz', file], { shell: true });
  }

  @Get('file/:name')
  async file(@Param('name') name: string): Promise<Buffer> {
    return fs.readFile(path.join(FILES, name));
  }

  @Get('letter/:id')
  async letter(@Param('id') id: string): Promise<Buffer> {
    return fs.readFile(path.join(FILES, `${parseInt(id, 10)}.pdf`));
  }

  @Post('rule')
  async rule(@Body('code') code: string): Promise<unknown> {
    return vm.runInNewContext(code, { Math });
  }

  @Get('version')
  async version(): Promise<unknown> {
    return vm.runInNewContext('1 + 1');
  }

  @Post('settings')
  async settings(@Body('text') text: string): Promise<unknown> {
    return yaml.load(text, { schema: yaml.DEFAULT_FULL_SCHEMA } as never);
  }

  @Post('preferences')
  async preferences(@Body('text') text: string): Promise<unknown> {
    return yaml.load(text, { schema: yaml.JSON_SCHEMA });
  }

  @Post('fetch')
  async proxy(@Body('url') url: string): Promise<string> {
    const answer = await fetch(url);
    return answer.text();
  }

  @Post('insurer')
  async insurer(@Body('number') number: string): Promise<string> {
    const address = new URL('https://insurer.example.com/check');
    address.searchParams.set('number', number);
    return (await fetch(address)).text();
  }
}
