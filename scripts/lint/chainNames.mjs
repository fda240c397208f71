/** The packages that treat all chains alike: what differs is a member of `libs/chains/src/contract`. */
const scope = /(?:^|\/)(?:libs\/core|apps\/modal-web|apps\/cli)\/src\//

const isTest = /\.test\.[a-z]+$|\/testing\//

/** The files that may name a chain, and why. */
const exceptions = [
  // The demo and the pictures of every view have accounts on certain chains.
  /\/modal-web\/src\/(?:demo|gallery)\//,
  // Public types and attributes, which are keyed by namespace. The page's first script imports no list of them.
  /\/modal-web\/src\/page\/(?:Providers|buttonAppearance|hostNetwork|rememberedState)\.ts$/,
  // An option of the host that is keyed by namespace.
  /\/core\/src\/options\/accountTypes\.ts$/,
  // The terminal's chains, and its flags: `--help` loads no other package.
  /\/cli\/src\/(?:session\/chains|plan\/values)\.ts$/,
  // The keys of the terminal's own wallet are of certain chains: their formats, and how they are stored and approved.
  /\/cli\/src\/wallet\/(?:Keys|openKeys|openDevWallet)\.ts$/,
  /\/cli\/src\/session\/(?:SessionFile|storedWallets)\.ts$/,
  /\/cli\/src\/payments\/ApprovalGrant\.ts$/,
  // The older interface of sign-in knows Ethereum accounts only.
  /\/core\/src\/siwx\/siweToSiwx\.ts$/,
  // The mock server's chains, each with an engine of its own.
  /\/cli\/src\/doctor\/machine\.ts$/,
  /\/cli\/src\/story\/(?:openStoryWallet|playRequest)\.ts$/,
]

// A namespace, or the beginning of an id in it. In a pattern it may follow an anchor or a group.
const namespaceStart = /^(?:[\^(?:\s]*)(?:eip155|solana|bip122)(?:$|[:|)])/
const namespaceKey = /^(?:eip155|bip122)$/

/** Only `libs/chains` and the packages below it know chains by name, so that a new chain is one folder. */
export const chainNames = {
  create(context) {
    const file = context.filename.replaceAll("\\", "/")
    if (!scope.test(file) || isTest.test(file) || exceptions.some((pattern) => pattern.test(file))) return {}
    const check = (node, text) => {
      if (namespaceStart.test(text))
        context.report({
          node,
          message: `"${text}" names a chain: what differs between chains is a member of ChainRules or ChainActions`,
        })
    }
    const checkKey = (node, key) => {
      if (key?.type === "Identifier" && namespaceKey.test(key.name)) check(node, key.name)
    }
    return {
      Literal: (node) =>
        check(node, node.regex?.pattern ?? (typeof node.value === "string" ? node.value : "")),
      TemplateLiteral: (node) => check(node, node.quasis[0]?.value.cooked ?? ""),
      Property: (node) => checkKey(node, node.computed ? null : node.key),
      MemberExpression: (node) => checkKey(node, node.computed ? null : node.property),
    }
  },
}
