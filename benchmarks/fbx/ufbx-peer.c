// Times ufbx (https://github.com/ufbx/ufbx) on one file: loading it, and evaluating its nodes and properties at frames.
// Build: gcc -O2 -I UFBX ufbx-peer.c UFBX/ufbx.c -lm -o ufbx-peer. Run: ufbx-peer FILE ROUNDS FRAMES.
// Prints one line of JSON: the seconds of every round.
#include "ufbx.h"
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static double evaluate(const ufbx_scene *scene, int frames, double *sum) {
  double start = now();
  for (int frame = 1; frame <= frames; frame++) {
    ufbx_error error;
    ufbx_scene *posed = ufbx_evaluate_scene(scene, scene->anim, frame / scene->settings.frames_per_second, NULL, &error);
    if (!posed) exit(1);
    for (size_t i = 0; i < posed->nodes.count; i++) *sum += posed->nodes.data[i]->node_to_world.cols[3].x;
    ufbx_free_scene(posed);
  }
  return now() - start;
}

int main(int argc, char **argv) {
  if (argc < 4) return 2;
  int rounds = atoi(argv[2]);
  double load[64], play[64], sum = 0;
  if (rounds > 64) rounds = 64;
  for (int round = 0; round < rounds; round++) {
    ufbx_error error;
    double start = now();
    ufbx_scene *scene = ufbx_load_file(argv[1], NULL, &error);
    if (!scene) {
      fprintf(stderr, "%s\n", error.description.data);
      return 1;
    }
    load[round] = now() - start;
    play[round] = evaluate(scene, atoi(argv[3]), &sum);
    ufbx_free_scene(scene);
  }
  printf("{\"load\":[");
  for (int i = 0; i < rounds; i++) printf("%s%.6f", i ? "," : "", load[i]);
  printf("],\"evaluate\":[");
  for (int i = 0; i < rounds; i++) printf("%s%.6f", i ? "," : "", play[i]);
  printf("],\"sum\":%.9g}\n", sum);
  return 0;
}
