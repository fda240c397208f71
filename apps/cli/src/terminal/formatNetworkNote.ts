import type { NetworkNote } from "@wmodal/core"

/** Formats for `--debug` what a request tells its host: `node.example asked as node, eth_call: told to, data; address 0x…`. */
export const formatNetworkNote = ({ host, purpose, call, fields, addresses }: NetworkNote): string =>
  [
    `${host} asked as ${purpose}, ${call}: told ${fields.length === 0 ? "nothing" : fields.join(", ")}`,
    ...(addresses.length === 0
      ? []
      : [`${addresses.length === 1 ? "address" : "addresses"} ${addresses.join(", ")}`]),
  ].join("; ")
