import type { Shell } from "../plan/CommandPlan.ts"
import type { Branch } from "./Branch.ts"

const toBranchKey = ({ path }: Branch): string => path.join(" ")

/** Formats the bash script: it resolves the command from the words before the cursor and completes its words. */
const formatBashScript = (branches: readonly Branch[]): string => `_wmodal() {
  local path="" word words
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "\${path:+$path }$word" in
      ${branches
        .filter(({ path }) => path.length > 0)
        .map((branch) => `"${toBranchKey(branch)}"`)
        .join("|")}) path="\${path:+$path }$word" ;;
    esac
  done
  case "$path" in
${branches.map((branch) => `    "${toBranchKey(branch)}") words="${branch.words.join(" ")}" ;;`).join("\n")}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _wmodal wmodal
`

const formatZshScript = (branches: readonly Branch[]): string => `autoload -U +X bashcompinit && bashcompinit
${formatBashScript(branches)}`

const formatFishScript = (branches: readonly Branch[]): string => `function __wmodal_words
    set -l path
    for word in (commandline -opc)[2..]
        switch (string join ' ' $path $word)
            case ${branches
              .filter(({ path }) => path.length > 0)
              .map((branch) => `'${toBranchKey(branch)}'`)
              .join(" ")}
                set -a path $word
        end
    end
    switch (string join ' ' $path)
${branches.map((branch) => `        case '${toBranchKey(branch)}'\n            printf '%s\\n' ${branch.words.join(" ")}`).join("\n")}
    end
end
complete -c wmodal -a '(__wmodal_words)'
`

const formatPowershellScript = (branches: readonly Branch[]): string => `$wmodalWords = @{
${branches.map((branch) => `  '${toBranchKey(branch)}' = @(${branch.words.map((word) => `'${word}'`).join(", ")})`).join("\n")}
}
Register-ArgumentCompleter -Native -CommandName wmodal -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $path = ''
  foreach ($element in $commandAst.CommandElements | Select-Object -Skip 1) {
    $next = ($path + ' ' + $element.ToString()).Trim()
    if ($wmodalWords.ContainsKey($next)) { $path = $next }
  }
  $wmodalWords[$path] | Where-Object { $_ -like "$wordToComplete*" }
}
`

export const formatCompletionScript = (shell: Shell, branches: readonly Branch[]): string => {
  switch (shell) {
    case "bash":
      return formatBashScript(branches)
    case "zsh":
      return formatZshScript(branches)
    case "fish":
      return formatFishScript(branches)
    case "powershell":
      return formatPowershellScript(branches)
  }
}
