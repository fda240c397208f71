// Runs in the page: an installed wallet, announced as EIP-6963 says. It remembers that the page may see its account.
;(() => {
  const connectedKey = "bench-wallet-connected"
  const account = "0xd8da6bf26964af9d7eed9e03e53415d37aa96045"
  const icon =
    'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8"/></svg>'
  const uuid = "350670db-19fa-4704-a166-e52e178b59d2"
  const info = Object.freeze({ uuid, name: "Bench Wallet", rdns: "com.example.bench", icon })
  const isConnected = () => localStorage.getItem(connectedKey) !== null
  const connect = () => localStorage.setItem(connectedKey, "yes")
  const getAccounts = () => (isConnected() ? [account] : [])
  const getPermissions = () =>
    isConnected()
      ? [
          {
            parentCapability: "eth_accounts",
            caveats: [{ type: "restrictReturnedAccounts", value: [account] }],
          },
        ]
      : []
  const methods = {
    eth_accounts: getAccounts,
    eth_requestAccounts: () => {
      connect()
      return getAccounts()
    },
    wallet_requestPermissions: () => {
      connect()
      return getPermissions()
    },
    wallet_getPermissions: getPermissions,
    eth_chainId: () => "0x1",
    net_version: () => "1",
    wallet_switchEthereumChain: () => null,
    eth_blockNumber: () => "0x1",
    eth_getBalance: () => "0x0",
  }
  const provider = {
    request: async ({ method }) => {
      if (method in methods) return methods[method]()
      throw Object.assign(new Error(`The wallet does not support ${method}`), { code: 4200 })
    },
    on: () => provider,
    removeListener: () => provider,
  }
  const detail = Object.freeze({ info, provider })
  const announce = () => dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail }))
  addEventListener("eip6963:requestProvider", announce)
  announce()
})()
