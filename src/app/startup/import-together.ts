import { pathToFileURL } from 'node:url'

/** Finds the file that fails to load: the error of the combined import names no file, or all. */
async function findBroken(files: readonly string[]): Promise<void> {
	for (const file of files)
		await import(pathToFileURL(file).href).catch((cause: unknown) => {
			const reason = cause instanceof Error ? cause.message : String(cause)
			throw new Error(`${file} cannot be loaded: ${reason}`, { cause })
		})
}

/**
 * Loads modules with a single import, for a start that needs hundreds. Each `import()` makes Node walk all
 * dependencies of the module, loaded or not, with several promises each: 530 imports in a graph of 2,000 modules took
 * a third of a start (docs/decisions/007). A later `import()` of these modules is immediate.
 * @param files absolute paths.
 * @throws naming the first file that fails to load.
 */
export async function importTogether(files: readonly string[]): Promise<void> {
	const imports = files.map((file) => `import ${JSON.stringify(pathToFileURL(file).href)}`)
	try {
		await import(`data:text/javascript,${encodeURIComponent(imports.join('\n'))}`)
	} catch (error) {
		await findBroken(files)
		throw error
	}
}
