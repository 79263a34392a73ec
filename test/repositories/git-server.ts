// A real git server on loopback: Node's HTTP server in front of `git http-backend`, with bare repositories in a
// separate folder. Tests create repositories with the git command, and deliberately make the server misbehave.
import {
  type ChildProcess,
  type ExecFileSyncOptionsWithStringEncoding,
  execFileSync,
  spawn,
} from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Files by path. `null` deletes a file; `{ link }` creates a symbolic link. */
export type RepositoryFiles = Readonly<
  Record<string, string | Uint8Array | null | { readonly link: string }>
>;

const ENVIRONMENT = {
  PATH: process.env.PATH,
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'Ann',
  GIT_AUTHOR_EMAIL: 'ann@example.org',
  GIT_COMMITTER_NAME: 'Ann',
  GIT_COMMITTER_EMAIL: 'ann@example.org',
  GIT_AUTHOR_DATE: '2026-01-01T00:00:00Z',
  GIT_COMMITTER_DATE: '2026-01-01T00:00:00Z',
};

/** Runs git and returns its output. */
export function git(folder: string, ...words: string[]): string {
  const options: ExecFileSyncOptionsWithStringEncoding = {
    cwd: folder,
    env: ENVIRONMENT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  };
  return execFileSync('git', ['-c', 'protocol.file.allow=always', ...words], options).trim();
}

/** A repository on the server, together with a working copy. */
export class ServedRepository {
  readonly name: string;
  readonly url: string;
  readonly bare: string;
  readonly work: string;

  constructor(root: string, address: string, name: string) {
    this.name = name;
    this.url = `${address}/${name}.git`;
    this.bare = join(root, 'served', `${name}.git`);
    this.work = join(root, 'work', name);
    mkdirSync(this.bare, { recursive: true });
    mkdirSync(this.work, { recursive: true });
    git(this.bare, 'init', '-q', '--bare', '--initial-branch=main');
    git(this.work, 'init', '-q', '--initial-branch=main');
    git(this.work, 'remote', 'add', 'origin', this.bare);
  }

  /** Writes, commits and pushes files, and returns the commit. */
  commit(files: RepositoryFiles, options: { readonly branch?: string; readonly tag?: string } = {}): string {
    const { branch = 'main', tag } = options;
    if (branch !== git(this.work, 'symbolic-ref', '--short', 'HEAD'))
      git(this.work, 'checkout', '-q', '-B', branch);
    for (const [path, content] of Object.entries(files)) this.#write(join(this.work, path), content);
    git(this.work, 'add', '-A', '-f');
    git(
      this.work,
      'commit',
      '-q',
      '--allow-empty',
      '-m',
      `change ${Object.keys(files).join(' ')}`.slice(0, 60),
    );
    git(this.work, 'push', '-q', '-f', 'origin', `HEAD:refs/heads/${branch}`);
    if (tag !== undefined) {
      git(this.work, 'tag', '-a', tag, '-m', tag);
      git(this.work, 'push', '-q', 'origin', `refs/tags/${tag}`);
    }
    return this.head();
  }

  /** Adds a submodule at a commit, with its URL in .gitmodules. */
  addSubmodule(path: string, address: string, commit: string): void {
    const listed = `[submodule "${path}"]\n\tpath = ${path}\n\turl = ${address}\n`;
    const file = join(this.work, '.gitmodules');
    writeFileSync(file, listed, { flag: 'a' });
    git(this.work, 'add', '.gitmodules');
    git(this.work, 'update-index', '--add', '--cacheinfo', `160000,${commit},${path}`);
    git(this.work, 'commit', '-q', '-m', `submodule ${path}`);
    git(this.work, 'push', '-q', '-f', 'origin', 'HEAD');
  }

  head(): string {
    return git(this.work, 'rev-parse', 'HEAD');
  }

  #write(path: string, content: RepositoryFiles[string]): void {
    if (content === null) {
      rmSync(path);
      return;
    }
    mkdirSync(dirname(path), { recursive: true });
    if (typeof content === 'object' && 'link' in content) symlinkSync(content.link, path);
    else writeFileSync(path, content as string | Uint8Array);
  }
}

/** Failures to send instead of responses, one per POST request, in order. */
export type Mishap = 'drop' | 'cut' | 'status-503';

export class GitServer {
  readonly root = mkdtempSync(join(tmpdir(), 'haze-git-'));
  /** The method and path of every request. */
  readonly requests: string[] = [];
  /** The `Authorization` header of every request; `''` if there is none. */
  readonly authorizations: string[] = [];
  /** The current URL of repositories under `/old/`; if undefined, this server's own URL. */
  movedTo: string | undefined;
  /** Failures of the next responses that contain objects, in order. */
  readonly mishaps: Mishap[] = [];
  /** The total bytes of all responses that contain objects. */
  sentBytes = 0;
  /** If set, requests without this token get a 401. */
  token: string | undefined;
  address = '';
  readonly #server: Server;
  readonly #children = new Set<ChildProcess>();

  private constructor() {
    chmodSync(this.root, 0o755);
    this.#server = createServer((request, response) => this.#answer(request, response));
  }

  static async start(port = 0): Promise<GitServer> {
    const server = new GitServer();
    await new Promise<void>((resolve) => server.#server.listen(port, '127.0.0.1', resolve));
    server.address = `http://127.0.0.1:${(server.#server.address() as AddressInfo).port}`;
    return server;
  }

  repository(name: string): ServedRepository {
    return new ServedRepository(this.root, this.address, name);
  }

  /** Simulates a network failure, in which connections are refused. */
  async unplug(): Promise<void> {
    for (const child of this.#children) child.kill();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async stop(): Promise<void> {
    if (this.#server.listening) await this.unplug();
    rmSync(this.root, { recursive: true, force: true });
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? '/', this.address);
    this.requests.push(`${request.method} ${url.pathname}`);
    this.authorizations.push(request.headers.authorization ?? '');
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Access-Control-Allow-Headers', '*');
    const mishap = request.method === 'POST' ? this.mishaps.shift() : undefined;
    if (request.method === 'OPTIONS') response.writeHead(204).end();
    else if (url.pathname.startsWith('/old/')) {
      const path = url.pathname.replace('/old/', '/') + url.search;
      response.writeHead(301, { Location: (this.movedTo ?? this.address) + path }).end();
    } else if (this.token !== undefined && !this.#isTokenIn(request)) {
      response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="git"' }).end('who are you?');
    } else if (mishap === 'status-503') response.writeHead(503).end('later');
    else this.#runBackend(request, response, url, mishap);
  }

  #isTokenIn(request: IncomingMessage): boolean {
    const [, encoded = ''] = (request.headers.authorization ?? '').split(' ');
    return Buffer.from(encoded, 'base64').toString().endsWith(`:${this.token}`);
  }

  #runBackend(
    request: IncomingMessage,
    response: ServerResponse,
    url: URL,
    mishap: Mishap | undefined,
  ): void {
    const child = spawn('git', ['http-backend'], {
      env: {
        ...ENVIRONMENT,
        GIT_PROJECT_ROOT: join(this.root, 'served'),
        GIT_HTTP_EXPORT_ALL: '1',
        GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
        PATH_INFO: decodeURIComponent(url.pathname),
        QUERY_STRING: url.search.slice(1),
        REQUEST_METHOD: request.method ?? 'GET',
        CONTENT_TYPE: request.headers['content-type'] ?? '',
        REMOTE_ADDR: '127.0.0.1',
      },
    });
    this.#children.add(child);
    request.pipe(child.stdin);
    child.stdin.on('error', () => undefined);
    const pieces: Buffer[] = [];
    child.stdout.on('data', (piece: Buffer) => pieces.push(piece));
    child.on('close', () => {
      this.#children.delete(child);
      this.#pass(Buffer.concat(pieces), response, mishap);
    });
  }

  // The program writes its response headers as lines before an empty line (RFC 3875).
  #pass(output: Buffer, response: ServerResponse, mishap: Mishap | undefined): void {
    const end = output.indexOf('\r\n\r\n');
    for (const line of output.subarray(0, Math.max(end, 0)).toString().split('\r\n')) {
      const [name = '', value = ''] = line.split(': ');
      if (name === 'Status') response.statusCode = Number.parseInt(value, 10);
      else if (name !== '') response.setHeader(name, value);
    }
    const body = output.subarray(end + 4);
    if (response.req.method === 'POST') this.sentBytes += body.length;
    // Sends half of the body, and then either breaks the connection or finishes the response normally.
    const half = body.subarray(0, body.length >> 1);
    if (mishap === undefined) response.end(body);
    else if (mishap === 'cut') response.end(half);
    else response.write(half, () => response.destroy());
  }
}
