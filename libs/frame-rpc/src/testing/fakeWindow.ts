/**
 * Makes a window from a port that records posted messages. Outside a browser, only a port can be the source of a
 * message.
 */
export const makeFakeWindow = () => {
  const posted: unknown[][] = []
  const { port1 } = new MessageChannel()
  const postMessage = (...message: unknown[]) => void posted.push(message)
  return { window: Object.assign(port1, { postMessage }), posted }
}
