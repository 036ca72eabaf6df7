// Plays a cache that `thixo run` has written: player.html?cache=drop-on-sphere

import { CachePlayer, ObstaclesView } from 'thixo/three';
import { Box3, Vector3 } from 'three';
import { createStage } from './stage.ts';

const form = document.querySelector('form')!,
  button = form.querySelector('button')!,
  slider = form.querySelector('input')!,
  output = form.querySelector('output')!;

const name = new URLSearchParams(location.search).get('cache') ?? 'drop-on-sphere';
const player = await CachePlayer.open(name, { colorBy: 'speed', loop: true }).catch((error: Error) => {
  output.value = error.message;
  throw error;
});
const obstacles = new ObstaclesView(player.scene);
player.view.castShadow = true;

const box = new Box3().setFromObject(player).expandByObject(obstacles);
const stage = createStage(box.getCenter(new Vector3()), 2 * box.getSize(new Vector3()).length());
stage.scene.add(player, obstacles);

button.onclick = () => (player.playing ? player.pause() : player.play());
slider.oninput = () => void player.seek(slider.valueAsNumber);
slider.max = String(player.duration);
player.play();

let last = 0;
stage.start((seconds) => {
  player.update(seconds - last);
  obstacles.update(player.time);
  last = seconds;
  slider.valueAsNumber = player.time;
  button.textContent = player.playing ? 'pause' : 'play';
  output.value = `frame ${player.frame}, ${player.time.toFixed(2)} s`;
});
