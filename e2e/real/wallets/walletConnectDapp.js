import "./walletProcess.js"
import { EthereumProvider } from "@walletconnect/ethereum-provider"
import { Buffer } from "buffer"
import { BrowserProvider } from "ethers"

// Signing in needs it; the bundlers of dApps add it.
globalThis.Buffer = Buffer

/** What a promise brings, for the test: `{ value }`, or `{ code, message }`. */
const tell = (promise) =>
  promise.then(
    (value) => ({ value }),
    ({ code, message }) => ({ code, message }),
  )

/** A dApp without the modal: WalletConnect's own provider, and ethers on top. */
globalThis.startDapp = async ({ nodes, projectId, relayUrl }) => {
  const provider = await EthereumProvider.init({
    projectId,
    relayUrl,
    metadata: { name: "Foreign dApp", description: "A dApp", url: location.origin, icons: [] },
    showQrModal: false,
    optionalChains: [1, 137],
    rpcMap: nodes,
    telemetryEnabled: false,
  })
  const ethers = new BrowserProvider(provider, "any")
  const withSigner = (act) => tell(ethers.getSigner().then(act))
  globalThis.dapp = {
    openLink: () =>
      new Promise((resolve) => {
        provider.once("display_uri", resolve)
        globalThis.dapp.connected = tell(provider.connect().then(() => provider.accounts))
      }),
    openSignInLink: (message) =>
      new Promise((resolve) => {
        provider.once("display_uri", resolve)
        globalThis.dapp.connected = tell(provider.authenticate(message).then(({ auths }) => auths))
      }),
    getState: () => ({
      accounts: provider.accounts,
      chainId: provider.chainId,
      hasSession: provider.session !== undefined,
    }),
    request: (request) => tell(provider.request(request)),
    sign: (text) => withSigner((signer) => signer.signMessage(text)),
    // ethers adds the type of the domain itself.
    signTyped: ({ domain, message, primaryType, types }) =>
      withSigner((signer) => signer.signTypedData(domain, { [primaryType]: types[primaryType] }, message)),
    send: (to, value) =>
      withSigner(async (signer) => {
        const sent = await signer.sendTransaction({ to, value: BigInt(value) })
        return (await sent.wait()).status
      }),
    disconnect: () => provider.disconnect(),
  }
}
