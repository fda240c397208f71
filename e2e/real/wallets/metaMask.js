import "./walletProcess.js"
import ObjectMultiplex from "@metamask/object-multiplex"
import { initializeProvider } from "@metamask/providers"
import { Duplex, pipeline } from "readable-stream"

/**
 * MetaMask's inpage script, with the test's background behind its stream. As in the extension, the stream carries
 * several channels and the provider has one of them.
 */
const background = new Duplex({
  objectMode: true,
  read: () => undefined,
  write: ({ name, data }, _encoding, done) => {
    globalThis.askBackground(data).then((answer) => {
      if (answer !== null && !background.destroyed) background.push({ name, data: answer })
    })
    done()
  },
})
globalThis.tellPage = (notification) => background.push({ name: "metamask-provider", data: notification })
globalThis.loseBackground = () => background.destroy()

const channels = new ObjectMultiplex()
channels.setMaxListeners(25)
const connectionStream = channels.createStream("metamask-provider")
pipeline(background, channels, background, () => {})

initializeProvider({
  connectionStream,
  // The real one writes each refusal into the console.
  logger: { debug: () => {}, warn: () => {}, error: () => {}, info: () => {} },
  providerInfo: {
    uuid: crypto.randomUUID(),
    name: "MetaMask",
    icon: "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E",
    rdns: "io.metamask",
  },
})
