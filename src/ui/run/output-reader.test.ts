import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { Task } from '../service/service-records.ts';
import { type OutputClient, OutputReader } from './output-reader.ts';

/** A task whose output the test chooses, in the service's format. Records each request. */
function openTask() {
  const chunks = { Stdout: [] as string[], Stderr: [] as string[] };
  const asked: string[] = [];
  const read = { stdout: '', stderr: '', bytes: 0 };
  const client: OutputClient = {
    readOutputs: async () => {
      asked.push('outputs');
      const addressesOf = (stream: 'Stdout' | 'Stderr') =>
        chunks[stream].map((_, index) => `${stream} ${index}`);
      return { StdoutChunks: addressesOf('Stdout'), StderrChunks: addressesOf('Stderr') };
    },
    readStream: async (_id, stream) => {
      asked.push(`all of ${stream}`);
      return chunks[stream].join('');
    },
    download: async (url) => {
      asked.push(url);
      const [stream, index] = url.split(' ') as ['Stdout' | 'Stderr', string];
      return new Response(gzipSync(chunks[stream][Number(index)]!));
    },
  };
  const reader = new OutputReader(client, {
    onStdout: (text, sizeBytes) => {
      read.stdout += text;
      read.bytes += sizeBytes;
    },
    onStderr: (text) => {
      read.stderr += text;
    },
  });
  const sizeOf = (stream: 'Stdout' | 'Stderr') => ({
    SizeInBytes: Buffer.byteLength(chunks[stream].join('')),
  });
  const readMore = (Status: Task['Status']) =>
    reader.readMore({
      IsPublic: false,
      SmallOutput: null,
      TaskID: 'tsk',
      BuildID: 'bld',
      Owner: 'usr',
      Status,
      StatusTransitions: [],
      Arguments: '',
      DataSources: [],
      CreatedAt: 0,
      UpdatedAt: 0,
      Streams: { Stdout: sizeOf('Stdout'), Stderr: sizeOf('Stderr') },
    } satisfies Task);
  return { chunks, asked, read, readMore };
}

test('while a task runs, a single request for URLs serves both streams, and only new chunks are fetched', async () => {
  const { chunks, asked, read, readMore } = openTask();
  chunks.Stdout.push('one\n');
  chunks.Stderr.push('careful\n');
  await readMore('In Progress');
  expect(asked.toSorted()).toEqual(['Stderr 0', 'Stdout 0', 'outputs']);
  chunks.Stdout.push('twö\n');
  asked.length = 0;
  await readMore('In Progress');
  expect(asked).toEqual(['outputs', 'Stdout 1']);
  expect(read).toEqual({ stdout: 'one\ntwö\n', stderr: 'careful\n', bytes: 9 });
});

test('if a task completes without new output, no request is sent', async () => {
  const { chunks, asked, readMore } = openTask();
  await readMore('In Progress');
  chunks.Stdout.push('x\n');
  await readMore('In Progress');
  asked.length = 0;
  await readMore('Completed');
  expect(asked).toEqual([]);
});

test('a short output of a finished task is read with one request per stream', async () => {
  const { chunks, asked, read, readMore } = openTask();
  chunks.Stdout.push('5 m/s\n', '6 µs\n');
  await readMore('Completed');
  expect(asked).toEqual(['all of Stdout']);
  expect(read).toEqual({ stdout: '5 m/s\n6 µs\n', stderr: '', bytes: 12 });
});

test('output that is long, or whose reading began in chunks, is read in chunks to its end', async () => {
  const begun = openTask();
  begun.chunks.Stdout.push('begun\n');
  await begun.readMore('In Progress');
  begun.chunks.Stdout.push('ended\n');
  begun.asked.length = 0;
  await begun.readMore('Completed');
  expect(begun.asked).toEqual(['outputs', 'Stdout 1']);
  expect(begun.read.stdout).toBe('begun\nended\n');

  const long = openTask();
  long.chunks.Stdout.push('x'.repeat(60_000), 'y'.repeat(60_000));
  await long.readMore('Completed');
  expect(long.asked).toEqual(['outputs', 'Stdout 0', 'Stdout 1']);
  expect(long.read.stdout).toHaveLength(120_000);
});
