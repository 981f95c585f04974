// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {MessageHashUtils} from "@openzeppelin/contracts/utils/cryptography/MessageHashUtils.sol";
import {IIdentity} from "../interfaces/IIdentity.sol";
import {IClaimIssuer} from "../interfaces/IClaimIssuer.sol";
import {IValidityVersion} from "../interfaces/IClaimVersions.sol";
import {KeysAndClaims} from "./KeysAndClaims.sol";

/// Issues claims. A claim is valid while a key with purpose 3 of this contract signed it for the current epoch of its
/// identity and topic, and nobody has revoked its signature. Not upgradeable: registries rely on its version counters.
contract ClaimIssuer is KeysAndClaims, IClaimIssuer, IValidityVersion {
    mapping(bytes32 signatureHash => bool) private _revoked;
    mapping(address identity => uint256) private _revocations;
    mapping(address identity => mapping(uint256 topic => uint256)) private _epochs;
    uint256 private _generalVersion;

    /// Every claim that was signed about the identity and topic before is invalid for ever; `epoch` is the next one to sign.
    event EpochEnded(address indexed identity, uint256 indexed topic, uint256 epoch);

    error AlreadyRevoked(bytes signature);

    constructor(address manager, address signer) {
        _addKey(_keyOf(manager), MANAGEMENT, ECDSA_KEY);
        _addKey(_keyOf(signer), CLAIM_SIGNER, ECDSA_KEY);
    }

    /// Revokes the claim that an identity holds, and every other one signed about it on that topic. Only holders of this
    /// identity have to be verified again.
    function revokeClaim(bytes32 claimId, address identity) external onlyKey(MANAGEMENT) returns (bool) {
        (uint256 topic,, address issuer, bytes memory signature, bytes memory data,) = IIdentity(identity).getClaim(claimId);
        if (issuer != address(this) || claimId != keccak256(abi.encode(issuer, topic))) revert UnknownClaim(claimId);
        if (isClaimRevoked(signature)) revert AlreadyRevoked(signature);
        // Otherwise a hostile identity could have the signature of another one revoked.
        if (!_isSigned(identity, topic, signature, data)) revert UnknownClaim(claimId);
        _revoke(signature);
        _endEpoch(identity, topic);
        return true;
    }

    /// Revokes every claim signed about an identity on a topic, also those that it doesn't hold now. The identity isn't
    /// called, so it can't prevent this.
    function revokeTopic(address identity, uint256 topic) external onlyKey(MANAGEMENT) {
        _endEpoch(identity, topic);
    }

    /// Revokes one signature, whoever holds it. Others about the same identity stay valid. Every holder has to be verified
    /// again.
    function revokeClaimBySignature(bytes calldata signature) external onlyKey(MANAGEMENT) {
        ++_generalVersion;
        _revoke(signature);
    }

    /// Returns how often the claims about an identity on a topic have been revoked. A new claim must be signed for it.
    function claimEpoch(address identity, uint256 topic) public view returns (uint256) {
        return _epochs[identity][topic];
    }

    function isClaimRevoked(bytes memory signature) public view returns (bool) {
        return _revoked[keccak256(signature)];
    }

    function isClaimValid(IIdentity identity, uint256 topic, bytes calldata signature, bytes calldata data)
        external
        view
        returns (bool)
    {
        return !isClaimRevoked(signature) && _isSigned(address(identity), topic, signature, data);
    }

    function validityVersion(address identity) external view returns (uint256) {
        return _generalVersion + _revocations[identity];
    }

    /// Returns the address that signed the hash as a personal message, or zero if the signature is malformed.
    function getRecoveredAddress(bytes memory signature, bytes32 dataHash) public pure returns (address signer) {
        (signer,,) = ECDSA.tryRecover(MessageHashUtils.toEthSignedMessageHash(dataHash), signature);
    }

    function _revoke(bytes memory signature) private {
        bytes32 hash = keccak256(signature);
        if (_revoked[hash]) revert AlreadyRevoked(signature);
        _revoked[hash] = true;
        emit ClaimRevoked(signature);
    }

    function _endEpoch(address identity, uint256 topic) private {
        uint256 epoch = ++_epochs[identity][topic];
        ++_revocations[identity];
        emit EpochEnded(identity, topic, epoch);
    }

    /// Claims of the first epoch are signed as other tools expect, without it.
    function _isSigned(address identity, uint256 topic, bytes memory signature, bytes memory data)
        private
        view
        returns (bool)
    {
        uint256 epoch = claimEpoch(identity, topic);
        bytes memory content = epoch == 0 ? abi.encode(identity, topic, data) : abi.encode(identity, topic, data, epoch);
        address signer = getRecoveredAddress(signature, keccak256(content));
        return signer != address(0) && keyHasPurpose(_keyOf(signer), CLAIM_SIGNER);
    }

    /// The claims that a removed key has signed become invalid.
    function _keyRemoved(uint256 purpose) internal override {
        if (purpose == CLAIM_SIGNER) ++_generalVersion;
    }
}
