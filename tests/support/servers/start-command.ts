import manifest from '../../../package.json' with { type: 'json' }

/** The command of `npm start`. */
export const startCommand = manifest.scripts.start
/** The arguments of that command for Node: V8's flags, our start file and its command. */
export const startArguments = startCommand.split(' ').slice(1)
/** V8's flags of a running server, for measurements in a separate process. */
export const serverFlags = startArguments.filter((argument) => argument.startsWith('--'))
