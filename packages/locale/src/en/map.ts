/** The map itself, whatever page it is on. */
export const map = {
  label: 'Vehicle map',
  tools: 'Map tools',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  wholeCountry: 'Whole country',
  unavailable: 'The map cannot be shown',
  unavailableHint:
    'This browser has no WebGL. Switch on hardware acceleration in its settings, or use another browser, and reload the page.',
};
