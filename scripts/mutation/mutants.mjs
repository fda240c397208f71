import { readFileSync } from "node:fs"

/**
 * The ways in which rules are broken, one at a time: in `file` of `libs/chains/src` the text `from`, which is there once,
 * becomes `to`. `place` is the form of the request, or the part of the rule.
 */
export const mutants = JSON.parse(readFileSync(new URL("mutants.json", import.meta.url), "utf8"))

const shared = ["libs/chains/src/effects", "libs/chains/src/explain"]
const tests = {
  all: [
    ...shared,
    "libs/chains/src/evm/hostileCorpus",
    "libs/chains/src/evm/makeExplain",
    "libs/chains/src/bitcoin/limits",
  ],
  EVM: [
    ...[
      "dangers",
      "universalRouter/",
      "hostileCorpus",
      "makeExplain",
      "unsaidValue",
      "unreadNote",
      "limits",
      "explain/explainPermissions",
      "explain/binding",
      "requestCorpus",
    ].map((part) => `libs/chains/src/evm/${part}`),
    "libs/chains/src/testing/outside",
  ],
  Solana: [
    ...["explain", "hostileCorpus"].map((part) => `libs/chains/src/solana/${part}`),
    "libs/chains/src/testing/outside",
  ],
  Bitcoin: [
    ...["effects", "explainRequest", "hostileCorpus", "limits", "nodes", "offers"].map(
      (part) => `libs/chains/src/bitcoin/${part}`,
    ),
    "libs/chains/src/testing/outside",
  ],
  Polkadot: ["explainRequest", "limits"].map((part) => `libs/chains/src/polkadot/${part}`),
}

/** Returns parts of the paths of the tests that judge a mutant: those of its chain. */
export const testsOf = ({ chain }) => tests[chain]
