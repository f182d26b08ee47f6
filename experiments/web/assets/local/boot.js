// All scripts, which lie packed, since few plain servers compress them.

const packed = await fetch('assets/page.js.pack');
if (!packed.ok) throw new Error(`page.js.pack: ${packed.status} ${packed.statusText}`);
const scripts = await new Response(packed.body.pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
await import(URL.createObjectURL(new Blob([scripts], { type: 'text/javascript' })));
