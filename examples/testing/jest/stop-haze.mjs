export default async function stop() {
  await globalThis.haze.close();
}
