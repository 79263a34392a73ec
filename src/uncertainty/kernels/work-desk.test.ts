import { expect, test } from 'vitest';
import { allocateDesk, closeDesk, HelperDesk, OwnerDesk, sayHelperGone } from './work-desk.ts';

const WORK = { call: 3, pieces: 8, first: [100, 7, -0], steps: [10, 0, 0], aside: [0, 1, 0] };

test('without a helper, the owner does every piece in order', () => {
  const done: number[] = [];
  const answers = new OwnerDesk(allocateDesk()).share(WORK, (_, piece) => {
    done.push(piece);
    return piece % 2;
  });
  expect(done).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  expect(answers).toEqual([0, 1, 0, 1, 0, 1, 0, 1]);
});

test('a helper does the pieces that the owner has not yet taken, last piece first, each with its arguments', () => {
  const memory = allocateDesk();
  const helper = new HelperDesk(memory);
  expect(helper.open()).toBe(true);
  const helped: unknown[] = [];
  const answers = new OwnerDesk(memory).share(WORK, (_, piece) => {
    // In this single-threaded test, the helper works during the owner's first piece and stops when the run is over.
    if (piece === 0) {
      helper.work((call, values) => {
        helped.push([call, ...values]);
        if (helped.length === 7) closeDesk(memory);
        return 1;
      });
    }
    return 0;
  });
  expect(helped).toEqual([7, 6, 5, 4, 3, 2, 1].map((piece) => [3, 100 + 10 * piece, 8, -0]));
  expect(answers).toEqual([0, 1, 1, 1, 1, 1, 1, 1]);
});

test('a piece that a dead helper left undone is restored and done by the owner', () => {
  const memory = allocateDesk();
  const helper = new HelperDesk(memory);
  helper.open();
  const restored: number[] = [];
  const done: number[] = [];
  const restore = (piece: number) => restored.push(piece);
  const answers = new OwnerDesk(memory).share({ ...WORK, restore }, (_, piece) => {
    done.push(piece);
    if (piece === 0) {
      const die = () => {
        sayHelperGone(memory);
        throw new Error('dies');
      };
      expect(() => helper.work(die)).toThrow('dies');
    }
    return 1;
  });
  expect(restored).toEqual([7]);
  expect(done).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  expect(answers).toEqual([1, 1, 1, 1, 1, 1, 1, 1]);
});

test('a helper that arrives after the run has ended finds no work', () => {
  const memory = allocateDesk();
  closeDesk(memory);
  expect(new HelperDesk(memory).open()).toBe(false);
});
