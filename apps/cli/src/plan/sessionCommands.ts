import type { Command } from "commander"
import type { CommandPlan } from "./CommandPlan.ts"

const examples = `
Examples:
  wmodal sessions
  wmodal sessions list --json
  wmodal sessions revoke 0d3c1c4e-8a1f-4a52-9c9b-0f2f6f0c7a11 --yes

A session lets an app spend without asking, within a limit and until its end. The
account's own contract enforces both. Its id is the last column of the list.`

/** Adds the commands for what apps may spend without asking. */
export const addSessionCommands = (program: Command, done: (plan: CommandPlan) => void): void => {
  const sessions = program
    .command("sessions")
    .description("list or revoke what apps may spend without asking")
    .addHelpText("after", examples)
  sessions
    .command("list", { isDefault: true })
    .description("list the sessions of the connected account")
    .action(() => done({ _tag: "Sessions" }))
  sessions
    .command("revoke")
    .description("end a session on the chain")
    .argument("<id>", "the id that the list shows")
    .option("-y, --yes", "approve without asking")
    .action((id: string, flags: { readonly yes?: true }) =>
      done({ _tag: "SessionRevoke", id, yes: flags.yes === true }),
    )
}
