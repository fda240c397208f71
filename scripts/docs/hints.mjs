/** What a developer does about an error, by its tag: Markdown. Only where the user's own text does not suffice. */
export const hints = {
  missingProjectId:
    "`endpoints` is set and `projectId` is not. The servers' operator issues it; a mock server accepts any text. See [project id](./start.md#what-a-project-id-is).",
  invalidProjectId:
    "The relay or the directory does not know the `projectId`. Copy it again from its operator; a space at its end counts.",
  originNotAllowed:
    "The operator of the project id has a list of origins, and this page's is not in it. Add the origin, with its port, such as `http://localhost:5173`.",
  invalidOption:
    "The text names the option and what is wrong with it. [Options](./reference/options.md) lists the shapes; `optionsErrors` of the state has all of them.",
  noNetworks: "`networks` is empty, or contains no network of any kind in `chains`.",
  duplicateNetwork: "Two entries of `networks` have the same CAIP-2 id. Remove one.",
  twoSignIns:
    "Pass `siwx` or `siweConfig`. `siwx` is the newer one: see [a SIWE server](./recipes/siwe-server.md).",
  adapterNotFound:
    "`chains` has nothing for this kind of network: add `evm()`, `solana()`, `bitcoin()` or `polkadot()`.",
  networkNotFound: "`switchNetwork` or `defaultNetwork` names a network that is not in `networks`.",
  walletConnectNotFound:
    "Wallets on other devices need `endpoints.relay` and the option `walletConnect`: see [WalletConnect](./recipes/walletconnect.md).",
  secureSiteNotFound:
    "Sign-in by email needs `endpoints.secureSite`: see [embedded wallet](./recipes/embedded-wallet.md).",
  secureSiteTimedOut:
    "The secure site did not load within 30 s. Its operator must allow this origin, and your Content-Security-Policy must have it in `frame-src`.",
  notLoaded:
    "A file of the modal did not load: a deployment replaced the files while the page was open, or a Content-Security-Policy or a proxy blocks them.",
}
