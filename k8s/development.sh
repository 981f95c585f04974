#!/usr/bin/env bash
# Runs the platform on kind or k3s with local images, engines, sandboxes and sample data: `k8s/development.sh`.
# With CLUSTER=k3s it uses the cluster that kubectl names; otherwise it creates a cluster of kind. It needs Docker, kubectl
# and kind, and about 10 GB of memory. Delete everything with `kind delete cluster --name hissa`.
set -euo pipefail
cd "$(dirname "$0")/.."

images=(hissa:local hissa-sandboxes:local hissa-chain:local)
docker compose build prepare bus chain
if [ "${CLUSTER:-kind}" = kind ]; then
  kind get clusters | grep -qx hissa || kind create cluster --name hissa
  kind load docker-image --name hissa "${images[@]}"
else
  docker save "${images[@]}" | sudo k3s ctr images import -
fi

kubectl create namespace hissa --dry-run=client -o yaml | kubectl apply -f -
if ! kubectl -n hissa get secret bus >/dev/null 2>&1; then
  secrets=$(mktemp -d)
  trap 'rm -rf "$secrets"' EXIT
  chmod 777 "$secrets"
  grants=$(docker compose config --format json |
    docker run --rm -i hissa-sandboxes:local node -e \
      'let text = ""; process.stdin.on("data", (part) => (text += part)).on("end", () => console.log(JSON.parse(text).services.prepare.environment.GRANTS))')
  docker run --rm --network none --user "$(id -u)" -e GRANTS="$grants" -v "$secrets:/run/hissa" hissa-sandboxes:local \
    node local/launcher/dist/containers/prepare.js
  for folder in "$secrets"/*/; do
    name=$(basename "$folder")
    [ "$name" = operator ] && name=bus
    [ "$name" = prepare ] && continue
    if [ -f "$folder/env" ]; then
      sed "s/^\([A-Z_]*\)='\(.*\)'$/\1=\2/" "$folder/env" |
        kubectl -n hissa create secret generic "$name" --from-env-file=/dev/stdin
    else
      kubectl -n hissa create secret generic "$name" --from-file="$folder"
    fi
  done
fi

k8s/apply.sh development
kubectl -n hissa wait --for=condition=available --timeout=15m deployment/launcher
echo 'http://localhost:8080 (mail at http://localhost:8025); Ctrl-C ends the access, not the platform'
kubectl -n hissa port-forward service/sandboxes 8025 8090 8095 &
forward=$!
trap 'kill $forward; rm -rf "${secrets:-}"' EXIT
kubectl -n hissa port-forward service/gateway 8080
