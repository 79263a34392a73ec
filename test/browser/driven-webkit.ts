// Debian's WebKitGTK, which has the same engine as Safari: MiniBrowser, driven over WebDriver, on a virtual screen.
// WebKit's driver handles one command per session at a time, and reports nothing from the console.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Builder, Capabilities, error as driverErrors, Key, type WebDriver } from 'selenium-webdriver';
import { PATIENCE_MS, SAVES_WORK, WEBKIT_DRIVER } from './browsers.ts';
import { ENGINE_CRASHED } from './engine-crashed.ts';
import type { DrivenPage } from './playground-driver.ts';

const KEYS: Readonly<Record<string, string>> = {
  Control: Key.CONTROL,
  Shift: Key.SHIFT,
  Alt: Key.ALT,
  Enter: Key.ENTER,
  Escape: Key.ESCAPE,
  Tab: Key.TAB,
  F12: Key.F12,
  Backspace: Key.BACK_SPACE,
  Delete: Key.DELETE,
  Home: Key.HOME,
  End: Key.END,
  ArrowLeft: Key.ARROW_LEFT,
  ArrowRight: Key.ARROW_RIGHT,
  ArrowUp: Key.ARROW_UP,
  ArrowDown: Key.ARROW_DOWN,
};

/** A tab that can also go back. */
export interface WebKitPage extends DrivenPage {
  goBack(): Promise<unknown>;
}

/** A WebKit with separate storage; `end` closes it and deletes the storage. */
export interface StartedWebKit {
  newPage(): Promise<WebKitPage>;
  /** True if its process exited unexpectedly, so that it no longer responds. */
  hasCrashed(): boolean;
  end(): Promise<void>;
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address !== 'object' || !address) throw new Error('no port is free');
  return address.port;
}

/** Starts a virtual screen, and returns its name once the screen is ready. */
async function startScreen(): Promise<{ name: string; process: ChildProcess }> {
  const process = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [text] = (await once(process.stdout!, 'data')) as [Buffer];
  return { name: `:${text.toString().trim()}`, process };
}

/**
 * A settings folder that enables reduced motion. Without a graphics card, the CPU draws every animation frame, which
 * takes half a CPU away from the compiler that a test is waiting for.
 */
async function writeSettings(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'haze-webkit-'));
  await mkdir(join(folder, 'gtk-3.0'));
  await writeFile(join(folder, 'gtk-3.0', 'settings.ini'), '[Settings]\ngtk-enable-animations=0\n');
  return folder;
}

/**
 * Starts the driver on a free port, and retries on another if a different process has taken the port in the meantime.
 */
async function startDriver(env: NodeJS.ProcessEnv): Promise<{ port: number; server: ChildProcess }> {
  const endMs = Date.now() + PATIENCE_MS;
  while (Date.now() < endMs) {
    const port = await findFreePort();
    const server = spawn(WEBKIT_DRIVER, [`--port=${port}`], { stdio: 'ignore', env });
    while (server.exitCode === null && Date.now() < endMs) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      const answer = await fetch(`http://127.0.0.1:${port}/status`).catch(() => undefined);
      // Until this server has exited, a different server may respond.
      if (answer?.ok && server.exitCode === null) return { port, server };
    }
    await endProcess(server);
  }
  throw new Error('The driver of WebKit does not answer.');
}

async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill();
  await ended;
}

/** Starts WebKit. Pages are tabs in a single window; commands to different tabs wait for each other. */
export async function startWebKit(): Promise<StartedWebKit> {
  const screen = await startScreen();
  const settings = await writeSettings();
  const { port, server } = await startDriver({
    ...process.env,
    DISPLAY: screen.name,
    XDG_CONFIG_HOME: settings,
    // Debian's sandbox for web processes needs privileges that a container lacks.
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    // Disables the optimising compiler for WebAssembly in tests: half of a build's CPU time goes into optimising our
    // compiler, which no tab runs for long.
    ...(SAVES_WORK && { JSC_useOMGJIT: '0' }),
  });
  const driver = await new Builder()
    .usingServer(`http://127.0.0.1:${port}`)
    .withCapabilities(new Capabilities({ browserName: 'MiniBrowser' }))
    .build();
  await driver.manage().setTimeouts({ script: 2 * PATIENCE_MS, pageLoad: PATIENCE_MS });
  await driver.manage().window().setRect({ x: 0, y: 0, width: 1280, height: 900 });
  const tabs = new Tabs(driver);
  return {
    newPage: () => tabs.open(),
    hasCrashed: () => tabs.hasCrashed,
    end: async () => {
      await driver.quit().catch(() => undefined);
      await endProcess(server);
      await endProcess(screen.process);
      await rm(settings, { recursive: true, force: true });
    },
  };
}

/** The tabs of a session, of which one at a time receives the commands. */
class Tabs {
  readonly #driver: WebDriver;
  /** Any open tab, because the driver can open new tabs only from an open one. */
  #first: string | undefined;
  /** The tab that currently receives commands. Switching to it again would bring it to the front and redraw it. */
  #hearing: string | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #hasCrashed = false;

  get hasCrashed(): boolean {
    return this.#hasCrashed;
  }

  constructor(driver: WebDriver) {
    this.#driver = driver;
  }

  async open(): Promise<WebKitPage> {
    const handle = await this.#alone(async () => {
      if (this.#first === undefined) {
        this.#first = await this.#driver.getWindowHandle();
        this.#hearing = this.#first;
        return this.#first;
      }
      await this.#turnTo(this.#first);
      await this.#driver.switchTo().newWindow('tab');
      return this.#driver.getWindowHandle();
    });
    const tell = <Result>(work: (driver: WebDriver) => Promise<Result>) =>
      this.#alone(async () => {
        await this.#turnTo(handle);
        return work(this.#driver);
      });
    return {
      goto: (address) => tell((driver) => driver.get(address)),
      reload: () => tell((driver) => driver.navigate().refresh()),
      goBack: () => tell((driver) => driver.navigate().back()),
      evaluate: (work, argument) => tell((driver) => evaluate(driver, work, argument)),
      close: () =>
        tell(async (driver) => {
          this.#hearing = undefined;
          await driver.close();
        }),
      keyboard: {
        type: (text) =>
          tell(async (driver) => {
            await evaluate(driver, countKeys, undefined);
            await driver.actions().sendKeys(text.replaceAll('\n', Key.ENTER)).perform();
            await evaluate(driver, untilKeys, Array.from(text).length);
          }),
        press: (keys) => tell((driver) => press(driver, keys)),
      },
    };
  }

  async #turnTo(handle: string): Promise<void> {
    if (this.#hearing === handle) return;
    this.#hearing = undefined;
    await this.#driver.switchTo().window(handle);
    this.#hearing = handle;
  }

  /** Runs work after all earlier work has finished. */
  #alone<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(work).catch((fault: unknown) => {
      this.#hasCrashed ||= isCrash(fault);
      throw this.#hasCrashed ? new Error(`${ENGINE_CRASHED}: WebKit (${String(fault)})`) : fault;
    });
    this.#last = result.catch(() => undefined);
    return result;
  }
}

/**
 * True if WebKit's process no longer exists, or if its page load never finishes. The driver may report nothing at all
 * at first.
 */
function isCrash(fault: unknown): boolean {
  const { NoSuchSessionError, TimeoutError, WebDriverError } = driverErrors;
  return (
    fault instanceof NoSuchSessionError ||
    // The driver timed out on a page load before it passed a script to the page. A script's own timeout causes a
    // different error.
    (fault instanceof TimeoutError && fault.message === '') ||
    // The driver itself has exited.
    /ECONNREFUSED|ECONNRESET|socket hang up/.test(String(fault)) ||
    (fault instanceof WebDriverError && fault.name === 'WebDriverError' && fault.message === '')
  );
}

/** Counts the keys that reach the page from now on. Runs in the page. */
function countKeys(): void {
  const isNew = !('keysHad' in window);
  const set = (keysHad: number) => Object.assign(window, { keysHad });
  set(0);
  if (!isNew) return;
  const count = ({ key }: KeyboardEvent) => {
    if (key !== 'Shift') set((Reflect.get(window, 'keysHad') as number) + 1);
  };
  addEventListener('keyup', count, { capture: true });
}

/**
 * Waits until this many keys have reached the page, since the driver does not wait. Keys in a frame never reach the
 * page, so the wait for them times out after a second. Runs in the page.
 */
async function untilKeys(wanted: number): Promise<void> {
  const isFramed = document.activeElement instanceof HTMLIFrameElement;
  const endMs = performance.now() + (isFramed ? 1000 : 60_000);
  while ((Reflect.get(window, 'keysHad') as number) < wanted && performance.now() < endMs) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

async function press(driver: WebDriver, keys: string): Promise<void> {
  const names = keys.split('+').map((name) => KEYS[name] ?? name);
  const actions = driver.actions();
  for (const name of names) actions.keyDown(name);
  for (const name of names.reverse()) actions.keyUp(name);
  await actions.perform();
}

async function evaluate<Result, Argument>(
  driver: WebDriver,
  work: (argument: Argument) => Result | Promise<Result>,
  argument: Argument,
): Promise<Result> {
  const answer = await driver.executeAsyncScript<{ value?: Result; error?: string }>(
    `const done = arguments[arguments.length - 1];
     Promise.resolve(arguments[0] === null ? undefined : JSON.parse(arguments[0]))
       .then(${work.toString()})
       .then((value) => done({ value }), (error) => done({ error: String(error) + '\\n' + (error?.stack ?? '') }));`,
    argument === undefined ? null : JSON.stringify(argument),
  );
  if (answer.error !== undefined) throw new Error(answer.error);
  return answer.value as Result;
}
