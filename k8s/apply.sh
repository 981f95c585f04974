#!/usr/bin/env bash
# Applies an overlay in order: `k8s/apply.sh production`. First everything but the services, with the jobs that create
# streams and migrate the stores, then the services, once those jobs have ended. It can be repeated at any time.
set -euo pipefail
cd "$(dirname "$0")"

overlay=overlays/${1:?the name of an overlay, such as production}
# The pod template of a job can't be changed, so the jobs of the last release make room for those of this one.
kubectl -n hissa delete job -l app.kubernetes.io/component=preparation --ignore-not-found
kubectl apply -k "$overlay" -l 'app.kubernetes.io/component!=service'
kubectl -n hissa wait --for=condition=complete --timeout=15m job -l app.kubernetes.io/component=preparation
kubectl apply -k "$overlay"
kubectl -n hissa rollout status deployment -l app.kubernetes.io/component=service --timeout=15m
