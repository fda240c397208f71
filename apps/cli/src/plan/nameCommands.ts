import type { Command } from "commander"
import type { CommandPlan } from "./CommandPlan.ts"

const examples = `
Examples:
  wmodal name suggest vera
  wmodal name register vera --yes
  wmodal name lookup vera.reown.id
  wmodal name lookup 0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045

Names are for accounts of the embedded wallet: wmodal connect --wallet frame. A name
has at least four letters, digits or hyphens; without a zone, it is one of reown.id.`

/** Adds the commands for names of the registry. */
export const addNameCommands = (program: Command, done: (plan: CommandPlan) => void): void => {
  const name = program
    .command("name")
    .description("suggest, register or look up account names")
    .addHelpText("after", examples)
  name
    .command("suggest")
    .description("list available names like this one")
    .argument("<name>", "such as vera")
    .action((text: string) => done({ _tag: "NameSuggest", name: text }))
  name
    .command("register")
    .description("register a name for the connected account")
    .argument("<name>", "such as vera, or vera.reown.id")
    .option("-y, --yes", "approve without asking")
    .action((text: string, flags: { readonly yes?: true }) =>
      done({ _tag: "NameRegister", name: text, yes: flags.yes === true }),
    )
  name
    .command("lookup")
    .description("show the address of a name, or the names of an address")
    .argument("<name>", "a name or an address")
    .action((text: string) => done({ _tag: "NameLookUp", text }))
}
