/**
 * The packages that each package may import. Arrows are transitive and written out in full.
 * `lazy` packages may be loaded by a dynamic `import()` only, `tests` packages by tests only.
 * Source: docs/architecture.md.
 */
export const packages = {
  "libs/protocol": { may: [] },
  "libs/frame-rpc": { may: ["libs/protocol"] },
  "libs/api": { may: ["libs/protocol"] },
  "libs/siwx": { may: ["libs/protocol"] },
  // A program for a developer's machine.
  "apps/codemod": { may: [], tests: ["libs/protocol"] },
  "libs/chains": { may: ["libs/frame-rpc", "libs/protocol"], tests: ["libs/dev-wallet"] },
  "libs/dev-wallet": { may: ["libs/chains", "libs/frame-rpc", "libs/protocol"] },
  "libs/walletconnect": {
    may: ["libs/chains", "libs/frame-rpc", "libs/protocol"],
    tests: ["libs/dev-wallet"],
  },
  "libs/core": {
    may: ["libs/chains", "libs/api", "libs/frame-rpc", "libs/protocol"],
    tests: ["libs/dev-wallet"],
  },
  // The script-tag build has WalletConnect's client in it, and the demo a wallet and a verifier of its own.
  "apps/modal-web": {
    may: [
      "libs/core",
      "libs/walletconnect",
      "libs/dev-wallet",
      "libs/chains",
      "libs/api",
      "libs/frame-rpc",
      "libs/protocol",
    ],
    lazy: ["libs/siwx"],
  },
  // Adapters and the connector of wagmi import types of the modal only: the page passes its own.
  "libs/adapters": {
    may: [
      "apps/modal-web",
      "libs/core",
      "libs/walletconnect",
      "libs/dev-wallet",
      "libs/chains",
      "libs/api",
      "libs/frame-rpc",
      "libs/protocol",
    ],
    lazy: ["libs/siwx"],
  },
  "libs/wagmi": {
    may: [
      "libs/adapters",
      "apps/modal-web",
      "libs/core",
      "libs/walletconnect",
      "libs/dev-wallet",
      "libs/chains",
      "libs/api",
      "libs/frame-rpc",
      "libs/protocol",
    ],
    lazy: ["libs/siwx"],
  },
  "apps/cli": {
    may: [
      "libs/core",
      "libs/walletconnect",
      "libs/dev-wallet",
      "libs/chains",
      "libs/api",
      "libs/frame-rpc",
      "libs/protocol",
    ],
    lazy: ["apps/mock-server", "libs/siwx"],
  },
  "apps/mock-server": {
    may: [
      "libs/siwx",
      "libs/walletconnect",
      "libs/dev-wallet",
      "libs/chains",
      "libs/api",
      "libs/frame-rpc",
      "libs/protocol",
    ],
  },
  // External interfaces: browser, terminal, port (the mock server). libs/dev-wallet is the extension's wallet.
  e2e: { may: ["apps/mock-server", "libs/dev-wallet", "libs/chains", "libs/frame-rpc", "libs/protocol"] },
}

const names = Object.keys(packages)

/** Returns the package of a file by its path, `null` outside all packages. */
export function getPackageOfFile(path) {
  const found = /.*(?:^|\/)((?:libs|apps)\/[a-z-]+|e2e)\//.exec(path.replaceAll("\\", "/"))
  return found && names.includes(found[1]) ? found[1] : null
}

/** Returns the workspace package that an import names, `null` for other packages. */
export function getPackageOfSpecifier(specifier) {
  const found = /^@wmodal\/([a-z-]+)/.exec(specifier)
  return found ? (names.find((name) => name.endsWith(`/${found[1]}`) || name === found[1]) ?? null) : null
}
