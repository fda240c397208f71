import type { Command } from "commander"

/** What may come after the words `path`, which are commands. */
export interface Branch {
  /** Empty for `wmodal` itself. */
  readonly path: readonly string[]
  readonly words: readonly string[]
}

const getFlags = (command: Command): readonly string[] =>
  command.options.flatMap(({ hidden, long }) => (hidden || !long ? [] : [long]))

/** Every command, the ones below it and its flags; the root's flags go everywhere. */
export const listBranches = (root: Command): readonly Branch[] => {
  const below = (command: Command, path: readonly string[]): readonly Branch[] => [
    {
      path,
      words: [
        ...command.commands.map((child) => child.name()),
        ...(command === root ? [] : getFlags(command)),
        ...getFlags(root),
        "--help",
      ],
    },
    ...command.commands.flatMap((child) => below(child, [...path, child.name()])),
  ]
  return below(root, [])
}
