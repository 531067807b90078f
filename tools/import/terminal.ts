/**
 * Communicates with the user of the import: with prompts and a progress bar on a terminal, and otherwise in plain lines
 * of text.
 */
import * as prompts from '@clack/prompts'

interface Bar {
  /** Shows the progress. `percent` is from 0 to 100. */
  show(percent: number, text: string): void
  end(text: string): void
}

export interface Terminal {
  readonly isInteractive: boolean
  line(text: string): void
  /** `ask`, `confirm` and `choose` throw when there is no terminal on which to ask. */
  ask(question: string, how: { readonly isSecret: boolean; readonly instead: string }): Promise<string>
  confirm(question: string, instead: string): Promise<boolean>
  choose<T extends string>(question: string, options: readonly { value: T; label: string }[]): Promise<T[]>
  bar(onInterrupt: () => void): Bar
}

/** Thrown when the user leaves a prompt with Ctrl+C. */
class Left extends Error {
  constructor() {
    super('Nothing more was done.')
    this.name = 'Left'
  }
}

function answered<T>(answer: T | symbol): T {
  if (prompts.isCancel(answer)) throw new Left()
  return answer as T
}

/**
 * Opens the terminal.
 * @param write receives the lines of text; prompts go directly to the terminal.
 */
export function openTerminal(isInteractive: boolean, write: (line: string) => void): Terminal {
  const refuse = (instead: string): never => {
    throw new Error(`There is no terminal for questions. ${instead}`)
  }
  return {
    isInteractive,
    line: write,
    async ask(question, { isSecret, instead }) {
      if (!isInteractive) return refuse(instead)
      const validate = (text: string | undefined) => (text === undefined || text.trim() === '' ? 'Needed.' : undefined)
      const ask = isSecret ? prompts.password : prompts.text
      return answered<string>(await ask({ message: question, validate })).trim()
    },
    async confirm(question, instead) {
      if (!isInteractive) return refuse(instead)
      return answered<boolean>(await prompts.confirm({ message: question, initialValue: false }))
    },
    async choose(question, options) {
      const values = options.map(({ value }) => value)
      if (!isInteractive) return values
      const asked = options as unknown as prompts.Option<string>[]
      const chosen = await prompts.multiselect({
        message: question,
        options: asked,
        initialValues: values,
        required: true,
      })
      return answered(chosen) as typeof values
    },
    bar: (onInterrupt) => (isInteractive ? drawnBar(onInterrupt) : plainBar(write, onInterrupt)),
  }
}

const HUNDRED = 100

function drawnBar(onInterrupt: () => void): Bar {
  const bar = prompts.progress({ max: HUNDRED, cancelMessage: 'You stopped watching.', onCancel: onInterrupt })
  let shown = 0
  bar.start('…')
  // Detect Ctrl+C when the process exits, because the prompt library handles it by ending the process with the exit
  // code for success.
  process.once('exit', onInterrupt)
  return {
    show(percent, text) {
      bar.advance(Math.max(0, percent - shown), text)
      shown = Math.max(shown, percent)
    },
    end(text) {
      process.removeListener('exit', onInterrupt)
      bar.stop(text)
    },
  }
}

/** Returns a bar that prints a line for each new activity and for every further 10 %. */
function plainBar(write: (line: string) => void, onInterrupt: () => void): Bar {
  let last = ''
  process.once('SIGINT', onInterrupt)
  return {
    show(percent, text) {
      const step = `${Math.floor(percent / 10)} ${text.replace(/[\d,.:]+/g, '')}`
      if (step !== last) write(`${String(percent).padStart(3)} % ${text}`)
      last = step
    },
    end(text) {
      process.removeListener('SIGINT', onInterrupt)
      write(text)
    },
  }
}
