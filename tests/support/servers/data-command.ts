import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { commandOf } from './command.ts'
import type { S3Server } from './s3-server.ts'

/** Runs `npm run data:export` or `data:import` with these settings. */
export function dataCommand(words: string[], settings: Record<string, string>) {
	const child = spawn(process.execPath, commandOf('src/app/cli/data.ts', ...words), {
		env: { ...process.env, ...settings },
	})
	const ended = (async () => {
		const closed = new Promise<number | null>((resolve) => child.once('close', resolve))
		const [stdout, stderr, status] = await Promise.all([text(child.stdout), text(child.stderr), closed])
		return { status, stdout, stderr }
	})()
	return { kill: () => void child.kill('SIGKILL'), ended }
}

/** Returns the settings that store files in a test's bucket. */
export const inBucketOf = (server: S3Server) => ({
	MEDIA_TO: `s3://${server.bucket}/moved`,
	S3_ENDPOINT: server.endpoint,
	S3_REGION: server.region,
	S3_ACCESS_KEY_ID: server.accessKeyId,
	S3_SECRET_ACCESS_KEY: server.secretAccessKey,
})

/** Kills a command while it sends its second file. */
export async function killedAtSecondFile(words: string[], settings: Record<string, string>, server: S3Server) {
	const { kill, ended } = dataCommand(words, { ...settings, ...inBucketOf(server) })
	server.surprises.push(undefined, (_, answer) => {
		kill()
		answer.destroy()
	})
	return ended
}
