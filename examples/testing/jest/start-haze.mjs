import { startServer } from 'haze/server';

export default async function start() {
  const server = await startServer();
  process.env.API_ENDPOINT = server.base;
  process.env.HAZE_KEY = server.key;
  globalThis.haze = server;
}
