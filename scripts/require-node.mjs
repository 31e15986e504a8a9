// Loaded before the scripts themselves (node --import), in plain JavaScript: an older Node cannot even read them. An install
// without scripts leaves the pinned Node out, and npm then silently takes the system's.
const NEEDED = 24;
const found = process.versions.node;
if (Number.parseInt(found, 10) < NEEDED) {
  console.error(`Node.js: got ${found}, takes ${NEEDED} or newer: run npm ci again with its install scripts, then this command`);
  process.exit(1);
}
