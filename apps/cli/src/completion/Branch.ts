import type { Command } from "commander"

/** The words that may follow the commands in `path`. */
export interface Branch {
  /** The command words; empty for `wmodal` itself. */
  readonly path: readonly string[]
  readonly words: readonly string[]
}

const getFlags = (command: Command): readonly string[] =>
  command.options.flatMap(({ hidden, long }) => (hidden || !long ? [] : [long]))

/** Returns every command with its subcommands and flags. The root's flags are valid everywhere. */
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
