// Part of `npm run format`: pins new lines in the contract with stored modules. Never removes a pin.
import { writeFileSync } from 'node:fs';
import { comparePins, listContract, PINS } from './list-contract.ts';

const { fresh, gone } = comparePins();
if (gone.length > 0) {
  console.error(
    `src/runtime/preparing/contract.pins.txt has lines that are missing from the sources; restore them first:\n${gone.join('\n')}`,
  );
  process.exitCode = 1;
} else if (fresh.length > 0) {
  writeFileSync(PINS, `${listContract().join('\n')}\n`);
  console.error(`pinned in src/runtime/preparing/contract.pins.txt:\n${fresh.join('\n')}`);
}
