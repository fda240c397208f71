import Onboard from "@web3-onboard/core"
import injectedModule from "@web3-onboard/injected-wallets"
import walletConnectModule from "@web3-onboard/walletconnect"

document.getElementById("root").innerHTML = `
  <main>
    <h1>Peer bench</h1>
    <p><a id="page-before" href="#before">Page link before</a></p>
    <div id="opener"><button type="button">Connect</button></div>
    <p><button id="page-after" type="button">Page button after</button></p>
  </main>`

const onboard = Onboard({
  wallets: [
    injectedModule(),
    walletConnectModule({
      projectId: "0123456789abcdef0123456789abcdef",
      dappUrl: window.location.origin,
    }),
  ],
  chains: [
    { id: "0x1", token: "ETH", label: "Ethereum Mainnet" },
    { id: "0x89", token: "POL", label: "Polygon" },
    { id: "0xa4b1", token: "ETH", label: "Arbitrum One" },
    { id: "0x2105", token: "ETH", label: "Base" },
  ],
  appMetadata: {
    name: "Peer bench",
    icon: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="4"/></svg>',
    description: "Peer bench",
    recommendedInjectedWallets: [{ name: "MetaMask", url: "https://metamask.io" }],
  },
})

document.querySelector("#opener button").addEventListener("click", () => onboard.connectWallet())
