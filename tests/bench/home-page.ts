import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { prepareSnapshot, SNAPSHOT_VARIABLE } from '#src/app/publish/snapshot.ts'
import { startOurServer } from './support/our-server.ts'
import { freePort, type Load, load, loadPair, type Row, ratioRow, startPinned } from './support/tools.ts'

const BROWSER = { 'Accept-Encoding': 'gzip, deflate, br, zstd' }
const BROTLI_MODULE = '/usr/lib/nginx/modules/ngx_http_brotli_static_module.so'

/** Compares our server with nginx: one worker, the same precompressed page. */
async function againstNginx(folder: string, html: Buffer, ours: string): Promise<Row> {
	const root = join(folder, 'nginx')
	mkdirSync(root)
	writeFileSync(join(root, 'index.html'), html)
	writeFileSync(join(root, 'index.html.br'), brotliCompressSync(html))
	const port = await freePort()
	const config = `load_module ${BROTLI_MODULE};
worker_processes 1; daemon off; user root; pid ${root}/pid; error_log ${root}/error.log;
events { worker_connections 512; }
http {
	access_log off; types { text/html html; } brotli_static on; gzip_vary on; keepalive_requests 1000000000;
	open_file_cache max=100 inactive=60s;
	client_body_temp_path ${root}/body; proxy_temp_path ${root}/proxy; fastcgi_temp_path ${root}/fastcgi;
	uwsgi_temp_path ${root}/uwsgi; scgi_temp_path ${root}/scgi;
	server { listen 127.0.0.1:${port}; root ${root}; add_header Cache-Control "public, max-age=0, s-maxage=300"; }
}`
	writeFileSync(join(root, 'nginx.conf'), config)
	const url = `http://127.0.0.1:${port}/`
	const server = await startPinned('nginx', ['-c', join(root, 'nginx.conf')], { url })
	const pair = loadPair(ours, url, BROWSER)
	await server.stop()
	return ratioRow('GET /', pair.ours, 'nginx, brotli beforehand', pair.theirs, 0.6)
}

/** Measures the same site built for the stock adapter in standalone mode. */
async function stockAdapter(folder: string): Promise<Load> {
	// Inside the project, because the build resolves its packages from there.
	const out = resolve('dist-bench')
	const port = await freePort()
	const snapshot = await prepareSnapshot(join(folder, 'data'))
	const env = { ...process.env, BENCH_OUT_DIR: out, [SNAPSHOT_VARIABLE]: snapshot, ASTRO_TELEMETRY_DISABLED: '1' }
	try {
		execFileSync('astro', ['build', '--config', 'tests/bench/support/stock.config.mjs', '--silent'], {
			env,
			stdio: 'inherit',
		})
		const url = `http://127.0.0.1:${port}/`
		const server = await startPinned(process.execPath, [join(out, 'server/entry.mjs')], {
			url,
			env: { HOST: '127.0.0.1', PORT: String(port) },
		})
		const measured = load(url, BROWSER)
		await server.stop()
		return measured
	} finally {
		rmSync(out, { recursive: true, force: true })
	}
}

/** Measures requests per second of the home page on one core: ours, the stock adapter's and nginx's. */
export async function homePage(folder: string): Promise<Row[]> {
	const ours = await startOurServer(folder)
	try {
		const html = Buffer.from(
			await (await fetch(`${ours.url}/`, { headers: { 'Accept-Encoding': 'identity' } })).arrayBuffer(),
		)
		const measured = load(`${ours.url}/`, BROWSER)
		const besideNginx = await againstNginx(folder, html, `${ours.url}/`)
		return [ratioRow('GET /', measured, 'stock adapter', await stockAdapter(folder), 3), besideNginx]
	} finally {
		// A server that is still running would keep the whole run from ending.
		await ours.stop()
	}
}
