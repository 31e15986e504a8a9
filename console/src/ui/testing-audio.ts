class Param {
  value = 0;
  setValueAtTime() {}
  linearRampToValueAtTime() {}
}

/** Fake sound card; `heard` are the pitches of started tones, Hz. */
export const soundCard = { state: 'running', lets: true, heard: [] as number[] };

class Context {
  currentTime = 0;
  destination = {};
  get state() {
    return soundCard.state;
  }
  async resume() {
    if (!soundCard.lets) await new Promise(() => {});
    soundCard.state = 'running';
  }
  createGain() {
    return { gain: new Param(), connect() {}, disconnect() {} };
  }
  createOscillator() {
    const frequency = new Param();
    return {
      frequency,
      type: '',
      connect() {},
      disconnect() {},
      stop() {},
      start: () => void soundCard.heard.push(frequency.value),
    };
  }
}

/** Installs the sound card, with autoplay allowed. */
export function plugSoundCard(): void {
  Object.assign(soundCard, { state: 'running', lets: true, heard: [] });
  Object.assign(globalThis, { AudioContext: Context });
}
