/** Outside a browser a message can come from a port only: one stands for a window, and keeps what is posted to it. */
export const makeFakeWindow = () => {
  const posted: unknown[][] = []
  const { port1 } = new MessageChannel()
  const postMessage = (...message: unknown[]) => void posted.push(message)
  return { window: Object.assign(port1, { postMessage }), posted }
}
