// Example requests that readers can send to the service in this page, with its own key; nothing leaves the machine. In
// later requests, “…” is replaced with the ID of a build, task or value from an earlier response.

import { loadOnce } from '../../errors/load-once.ts';
import { messageOf } from '../../errors/message-of.ts';
import { serviceBase } from './site-folders.ts';

const MOST_SHOWN = 2000;
/** Placeholders in documents for IDs from earlier responses. */
const ID = /\b(bld|tsk)_…/g;
const VALUE = /(?<![-\d.])[-\d.]+Ux…/g;

const known = new Map<string, string>();

/** Adds a button to every request in the page. */
export function setUpRequests(): void {
  for (const figure of document.querySelectorAll<HTMLElement>('figure.request')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'Send';
    button.setAttribute('aria-label', `Send ${figure.dataset.method} ${figure.dataset.path}`);
    const answer = document.createElement('div');
    answer.className = 'answer';
    answer.setAttribute('role', 'status');
    button.addEventListener('click', async () => {
      button.disabled = true;
      button.textContent = 'Sending…';
      answer.replaceChildren(...(await send(figure.dataset).catch(describeFailure)));
      button.disabled = false;
      button.textContent = 'Send again';
    });
    figure.append(button, answer);
  }
}

function describeFailure(error: unknown): Node[] {
  return [line('p', messageOf(error))];
}

const connectOnce = loadOnce(async () => {
  const { connect } = await import('../../client/index.ts');
  return connect({ base: serviceBase().href });
});

async function send({ method = 'GET', path = '', type, body }: DOMStringMap): Promise<Node[]> {
  const { base, key, fetch: ask } = await connectOnce();
  const response = await ask(base + fill(path), {
    method,
    headers: { Authorization: key, ...(type && { 'Content-Type': type }) },
    ...(body !== undefined && { body: fill(body) }),
  });
  const head = line('p', `${response.status} ${response.statusText}`.trim());
  const text = await response.text();
  const data = maybeJson(text);
  if (data === undefined) {
    const [value] = /(?<![-\d.])[-\d.]+Ux[0-9A-F]+/.exec(text) ?? [];
    if (value) known.set('value', value);
    return [head, shown(text)];
  }
  learn(data);
  const nodes: Node[] = [head, shown(JSON.stringify(data, undefined, 2))];
  const { presignedURL } = data as { presignedURL?: unknown };
  if (typeof presignedURL === 'string') nodes.push(await loadPicture(await ask(presignedURL)));
  return nodes;
}

/** @throws Error that names the request to send first */
function fill(text: string): string {
  const stand = (name: string, what: string) => {
    const found = known.get(name);
    if (found === undefined)
      throw new Error(`No response has contained ${what} yet. Send the requests above first.`);
    return found;
  };
  return text
    .replaceAll(ID, (_, kind: string) => stand(kind, kind === 'bld' ? 'a build' : 'a task'))
    .replaceAll(VALUE, () => stand('value', 'a value'));
}

function learn(data: unknown): void {
  const { BuildID, TaskID } = data as { BuildID?: unknown; TaskID?: unknown };
  if (typeof TaskID === 'string') known.set('tsk', TaskID);
  if (typeof BuildID === 'string') known.set('bld', BuildID);
}

function maybeJson(text: string): unknown {
  try {
    const data: unknown = JSON.parse(text);
    return typeof data === 'object' && data !== null ? data : undefined;
  } catch {
    return undefined;
  }
}

async function loadPicture(answer: Response): Promise<Node> {
  const picture = document.createElement('img');
  picture.alt = 'The resulting picture';
  picture.src = URL.createObjectURL(await answer.blob());
  return picture;
}

function shown(text: string): HTMLElement {
  const node = line('pre', text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text);
  node.tabIndex = 0;
  return node;
}

function line(name: 'p' | 'pre', text: string): HTMLElement {
  const node = document.createElement(name);
  node.textContent = text;
  return node;
}
