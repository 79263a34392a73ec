import { afterEach, expect, test, vi } from 'vitest';
import { openChannel } from './open-channel.ts';

afterEach(() => vi.unstubAllGlobals());

test('without BroadcastChannel, channels of the same name in a page receive each other’s messages, but not their own', async () => {
  const scope = new EventTarget();
  vi.stubGlobal('dispatchEvent', scope.dispatchEvent.bind(scope));
  vi.stubGlobal('addEventListener', scope.addEventListener.bind(scope));
  vi.stubGlobal('BroadcastChannel', () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  });
  const [one, two, other] = ['work', 'work', 'else'].map(openChannel);
  const heard: string[] = [];
  const hear = (name: string) => (event: MessageEvent) => void heard.push(`${name} ${event.data}`);
  one!.addEventListener('message', hear('one'));
  two!.addEventListener('message', hear('two'));
  other!.addEventListener('message', hear('other'));
  one!.postMessage('begin');
  await Promise.resolve();
  two!.close();
  one!.postMessage('again');
  await Promise.resolve();
  expect(heard).toEqual(['two begin']);
});
